-- Wireshark's fields for captures of the emulator (ixpemu run --pcapng or --capture), read from the
-- comments of packets. docs/wireshark.md describes fields and installation.
local ixp = Proto("ixp", "IXP2400 emulator")
local fields = {
  id = ProtoField.string("ixp.id", "Frame", "Tag of the received frame, as in port logs"),
  port = ProtoField.uint8("ixp.port", "Port", base.DEC, nil, nil, "Port of this packet; at an end: where it arrived"),
  direction = ProtoField.string("ixp.direction", "Direction", "rx, tx, or end: not transmitted"),
  fate = ProtoField.string("ixp.fate", "Fate", "As in frames.csv"),
  reason = ProtoField.string("ixp.reason", "Reason", "Of a drop or loss; else the position of the frame"),
  source = ProtoField.string("ixp.source", "Source", "Context and line that counted the drop"),
  cycle = ProtoField.uint64("ixp.cycle", "Cycle", base.DEC, nil, nil, "Microengine cycles since reset"),
  delay = ProtoField.relative_time("ixp.delay", "Delay", "From the end of arrival to this departure, drop or loss"),
}
ixp.fields = fields
local comments, interface = Field.new("frame.comment"), Field.new("frame.interface_name")

local received, ends -- by tag: time in nanoseconds; fate, reason and source

function ixp.init()
  received, ends = {}, {}
end

-- Reads the comments of a packet: of a frame that crossed a port, or of an end.
local function read()
  local texts = {}
  for _, comment in ipairs({ comments() }) do
    texts[#texts + 1] = comment.value
  end
  if not texts[1] then return end
  local id, rest = texts[1]:match("^(%S+) (.+)$")
  local cycle = rest and rest:match("cycle (%d+)$")
  if not cycle then return end
  -- A chip of a network has its name before that of the interface: B.port0_rx.
  local port, direction = ("." .. tostring(interface() or "")):match("%.port(%d+)_([rt]x)$")
  local packet = { id = id, cycle = cycle, port = port, direction = direction }
  if port then return packet end
  packet.port = id:match("^p(%d+)%.%d+$")
  local fate, reason = (texts[2] or ""):match("^([^:]+): (.*)$")
  if not (packet.port and fate) then return end
  packet.direction = "end"
  packet.end_ = { fate = fate, reason = reason, source = texts[3] }
  packet.open = rest:match("^end of run") ~= nil
  return packet
end

function ixp.dissector(_, pinfo, root)
  local packet = read()
  if not packet then return end
  local id, now = packet.id, math.floor(pinfo.abs_ts * 1e9 + 0.5)
  local tree = root:add(ixp)
  local function add(name, value)
    if value then tree:add(fields[name], value):set_generated() end
  end
  if packet.direction == "rx" then received[id] = now end
  if packet.direction == "tx" then packet.end_ = { fate = "transmitted" } end
  local known = id ~= "-"
  if known and packet.end_ and not ends[id] then ends[id] = packet.end_ end
  local how = known and ends[id] or {}

  add("id", known and id)
  add("port", tonumber(packet.port))
  add("direction", packet.direction)
  add("fate", how.fate)
  add("reason", how.reason)
  add("source", how.source)
  add("cycle", UInt64(packet.cycle))
  if packet.direction ~= "rx" and not packet.open and received[id] then
    local delay = now - received[id]
    add("delay", NSTime(math.floor(delay / 1e9), delay % 1e9))
  end
end

register_postdissector(ixp)
