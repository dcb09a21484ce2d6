"""Specification of the shaper (head of shaper.c) as token buckets instead of times: a stream's bucket gets a token per
byte at its rate, up to its depth. In integers: a token is divided into units, of which one arrives per moment
(1/65536 tick)."""
import dataclasses

MOMENTS = 65536  # per tick
NEVER = 1 << 80


class Wrong(Exception):
    pass


@dataclasses.dataclass
class Packet:
    handle: int
    size: int
    is_rtp: bool
    rtp_time: int
    came: int  # moment
    layer: int = 0


class Stream:
    def __init__(self, ticks_a_byte, depth, deadline, limit, base):
        """`ticks_a_byte` in 1/65536; `deadline` in ticks, 0: none; `base`: number of the stream on which it depends, or
        None"""
        self.price, self.depth, self.deadline, self.limit, self.base = ticks_a_byte, depth, deadline * MOMENTS, limit, base
        self.tokens, self.counted = depth * ticks_a_byte, 0  # tokens at that moment
        self.queue, self.lost, self.turn = [], [], NEVER

    def conforms(self, packet):
        """The first moment at which there are enough tokens for it, if no other packet is sent."""
        return self.counted + max(0, packet.size * self.price - self.tokens)

    def take(self, packet, moment):
        self.tokens = min(self.depth * self.price, self.tokens + moment - self.counted) - packet.size * self.price
        self.counted = moment
        if self.tokens < 0:
            raise Wrong(f"{packet} was sent with {-self.tokens / self.price:.3f} tokens too few")

    def lose(self, packet):
        """Records the last four pictures with losses, each with its lowest lost layer."""
        if packet.is_rtp and self.lost and self.lost[-1][0] == packet.rtp_time:
            self.lost[-1] = packet.rtp_time, min(self.lost[-1][1], packet.layer)
        elif packet.is_rtp:
            self.lost = [*self.lost, (packet.rtp_time, packet.layer)][-4:]


class Shaper:
    """Follows a shaper's record: arrived(), then the fates of packets. `told` is called for each event that the rule
    demands and returns the moment of the event."""

    def __init__(self, streams, layers, told):
        self.streams, self.layers, self.told = streams, layers, told
        self.counts, self.late = {}, 0  # events by name; maximum delay of a packet after it could have been sent

    def useless(self, stream, packet, conforms):
        if stream.deadline and conforms > packet.came + stream.deadline:
            return "late"
        if not self.layers or not packet.is_rtp or stream.base is None:
            return None
        base = self.streams[stream.base]
        lost = (time == packet.rtp_time and (base is not stream or layer < packet.layer) for time, layer in base.lost)
        return "no_base" if any(lost) else None

    def victim(self, stream):
        """The packet to drop from a full queue: the first, or with several layers the first of the highest."""
        if not self.layers or stream.base is None or self.streams[stream.base] is not stream:
            return 0
        return max(range(len(stream.queue)), key=lambda n: (stream.queue[n].layer, -n))

    def happens(self, what, number, packet, due):
        stream, moment = self.streams[number], self.told(what, number, packet)
        self.counts[what] = self.counts.get(what, 0) + 1
        if what == "sent":
            if moment < due - MOMENTS:  # recorded in whole ticks
                raise Wrong(f"{packet} was sent {(due - moment) / MOMENTS:.1f} ticks before it conformed")
            self.late = max(self.late, moment - due)
            stream.take(packet, moment)
        else:
            stream.lose(packet)

    def settle(self, number, moment):
        stream, stream.turn = self.streams[number], NEVER
        while stream.queue:
            packet = stream.queue[0]
            conforms = stream.conforms(packet)
            why = self.useless(stream, packet, conforms)
            if not why and conforms > moment:
                stream.turn = conforms
                return
            stream.queue.pop(0)
            self.happens(why or "sent", number, packet, moment)

    def until(self, moment):
        """Processes all packets that conform up to then, in order; ties go to the lower number."""
        while True:
            number = min(self.streams, key=lambda n: (self.streams[n].turn, n))
            turn = self.streams[number].turn
            if turn == NEVER or turn > moment:
                return
            self.settle(number, turn)

    def arrived(self, number, packet):
        self.until(packet.came)
        stream = self.streams[number]
        if packet.size > stream.depth:
            self.happens("too_large", number, packet, packet.came)
            return
        full = len(stream.queue) >= stream.limit
        stream.queue.append(packet)
        victim = self.victim(stream) if full else None
        if full:
            self.happens("queue_full", number, stream.queue.pop(victim), packet.came)
        if victim == 0 or not full and len(stream.queue) == 1:
            self.settle(number, packet.came)
