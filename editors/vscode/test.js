// npm test [-- FOLDER_OF_PROGRAMS]: the grammar in VS Code's own TextMate engine, and a debug session through the client that
// VS Code's debug adapters are tested with. FOLDER_OF_PROGRAMS (default ../../build/release/bin) holds ixpemu and mecc.
const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const net = require("net");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const root = path.resolve(__dirname, "../..");
const programs = path.resolve(process.argv[2] || path.join(root, "build/release/bin"));

async function grammar(name) {
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => JSON.parse(fs.readFileSync(path.join(__dirname, "syntaxes", name), "utf8")),
  });
  return registry.loadGrammar("source.ixp-microcode");
}

// The innermost scope of each word of the text, as [word, scope].
function words(grammar, text) {
  const out = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word) out.push([word, token.scopes[token.scopes.length - 1].replace(".ixp-microcode", "")]);
    }
  }
  return out;
}

async function testGrammar() {
  const microcode = await grammar("microcode.tmLanguage.json");
  const expected = {
    "#include": "keyword.control.directive",
    ".reg": "storage.type",
    ".while": "keyword.control",
    "loop#": "entity.name.label",
    alu: "keyword.operator.word",
    "br!=ctx": "keyword.control.branch",
    scratch: "support.function.unit",
    get: "keyword.other.command",
    ctx_swap: "keyword.other.token",
    $word: "variable.other.transfer",
    "@total": "variable.other.absolute",
    "*l$index0++": "variable.language.pointer",
    "0x1f": "constant.numeric",
    ACTIVE_CTX_STS: "constant.other.csr",
    helper: "entity.name.function",
    "; a comment": "comment.line.semicolon",
  };
  const found = Object.fromEntries(
    words(
      microcode,
      `#include "x.h"
.reg $word @total
loop#:
  alu[@total, 0x1f, +, *l$index0++]
  br!=ctx[0, loop#]
  scratch[get, $word, ring, 0, 1], ctx_swap[s]
  local_csr_rd[ACTIVE_CTX_STS]
  helper[x]
.while (1) ; a comment`
    )
  );
  for (const [word, scope] of Object.entries(expected)) assert.strictEqual(found[word], scope, word);

  // Every mnemonic of the instruction set is coloured.
  const names = fs
    .readdirSync(path.join(root, "build/release"), { recursive: true })
    .find((name) => path.basename(name) === "isa.json");
  const records = JSON.parse(fs.readFileSync(path.join(root, "build/release", names), "utf8"));
  const mnemonics = new Set(Object.values(records).map((r) => r.Mnemonic).filter(Boolean));
  assert(mnemonics.size > 50);
  mnemonics.delete("crc"); // crc_be, crc_le
  for (const mnemonic of mnemonics) {
    const scope = new Map(words(microcode, `  ${mnemonic}[x, y]`)).get(mnemonic);
    assert(scope && scope !== "entity.name.function", `${mnemonic}: ${scope}`);
  }
  console.log(`grammar: ${Object.keys(expected).length} words, ${mnemonics.size} mnemonics`);
}

// A client of a session that has stopped before the first cycle, or has no debugging.
async function begun(launch = { program: "microblocks/systems/forward.toml", stopOnEntry: true }) {
  const adapter = spawn(path.join(programs, "ixpemu"), ["debug", "--dap"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const client = new DebugClient("node", "", "ixpemu");
  client.connect(adapter.stdout, adapter.stdin);
  await client.initializeRequest();
  const stopped = client.waitForEvent(launch.noDebug ? "exited" : "stopped");
  await Promise.all([
    client.waitForEvent("initialized").then(() => client.configurationDoneRequest()),
    client.launchRequest(launch),
    stopped,
  ]);
  return client;
}

async function testSession() {
  const client = await begun();
  const source = { path: path.join(root, "microblocks/tx/tx.uc") };
  const line = fs.readFileSync(source.path, "utf8").split("\n").findIndex((text) => text.includes("scratch[get")) + 1;
  const set = await client.setBreakpointsRequest({ source, breakpoints: [{ line }] });
  assert(set.body.breakpoints[0].verified);
  const at = client.waitForEvent("stopped");
  const threads = (await client.threadsRequest()).body.threads;
  await client.continueRequest({ threadId: threads[0].id });
  const threadId = (await at).body.threadId;
  const frames = (await client.stackTraceRequest({ threadId })).body.stackFrames;
  assert.strictEqual(frames[0].line, line);
  const memoryReference = frames[0].instructionPointerReference;
  const code = await client.send("disassemble", { memoryReference, instructionOffset: -5, instructionCount: 50 });
  const addresses = code.body.instructions.map((i) => BigInt(i.address)); // as the disassembly view reads them
  addresses.forEach((address, n) => assert.strictEqual(address, BigInt(memoryReference) + BigInt(n - 5)));
  const scopes = (await client.scopesRequest({ frameId: frames[0].id })).body.scopes;
  const variables = await client.variablesRequest({ variablesReference: scopes[0].variablesReference });
  assert(variables.body.variables.length > 0);
  const back = client.waitForEvent("stopped");
  await client.stepBackRequest({ threadId });
  await back;
  await client.disconnectRequest();
  console.log(`session: breakpoint at line ${line}, ${threads.length} threads, stepped back`);
}

const PROGRAM = `#include <ixp.h>
static __declspec(shared scratch) unsigned seen[4];
main() {
  for (unsigned n = 0; n < 60; ++n) {
    seen[n & 3] = n;
    ixp_assert(n < 9);
    ctx_swap();
  }
}
`;
const SYSTEM = `[[microengine]]
at = "0:0"
image = "count.c"
start = 1
[stop]
cycles = 100000
`;

// Log points, hit counts, exceptions, arrays, memory, completions, restart, and a run without debugging.
async function testRequests() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ixp-"));
  const source = { path: path.join(folder, "count.c") };
  const program = path.join(folder, "count.toml");
  try {
    fs.writeFileSync(source.path, PROGRAM);
    fs.writeFileSync(program, SYSTEM);
    const client = await begun({ program, stopOnEntry: true });
    const next = async (request) => (await Promise.all([client.waitForEvent("stopped"), client.send(request, { threadId: 1 })]))[0].body;
    const set = async (breakpoint) => {
      const { breakpoints } = (await client.setBreakpointsRequest({ source, breakpoints: [{ line: 5, ...breakpoint }] })).body;
      assert(breakpoints[0].verified, breakpoints[0].message);
    };
    assert.match((await client.threadsRequest()).body.threads[0].name, /^count 0:0.0 /);

    await set({ logMessage: "passed at {cycle}" });
    let logged = 0;
    client.on("output", ({ body }) => (logged += /^passed at \d+\n$/.test(body.output)));
    assert.strictEqual((await next("continue")).reason, "exception"); // the tenth pass
    assert.strictEqual(logged, 10);
    assert.match((await client.send("exceptionInfo", { threadId: 1 })).body.description, /assertion 'n < 9' failed/);
    await set({ hitCondition: "4" });
    assert.strictEqual((await next("reverseContinue")).reason, "breakpoint");
    assert.strictEqual((await next("stepBack")).reason, "step");

    const watched = (await client.evaluateRequest({ expression: "seen", frameId: 1 })).body;
    const elements = (await client.variablesRequest({ variablesReference: watched.variablesReference })).body.variables;
    assert.deepStrictEqual(elements.map((e) => [e.name, parseInt(e.value)]), [["[0]", 4], ["[1]", 5], ["[2]", 2], ["[3]", 3]]);
    const { memoryReference } = elements[2];
    await client.send("writeMemory", { memoryReference, data: Buffer.from([0, 0, 1, 2]).toString("base64") });
    assert.match((await client.evaluateRequest({ expression: "seen[2]", frameId: 1 })).body.result, /^258 /);
    const { targets } = (await client.send("completions", { text: "print see", column: 10, frameId: 1 })).body;
    assert.deepStrictEqual(targets.map((t) => t.label), ["seen[0]", "seen[1]", "seen[2]", "seen[3]"]);

    await Promise.all([client.waitForEvent("initialized"), client.send("restart", {})]);
    const [entry] = await Promise.all([client.waitForEvent("stopped"), client.configurationDoneRequest()]);
    assert.deepStrictEqual([entry.body.reason, entry.body.text], ["entry", "cycle 0"]);
    await client.disconnectRequest();
    const plain = await begun({ program, noDebug: true });
    await plain.disconnectRequest();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log("requests: log points, hit counts, exceptions, arrays, memory, completions, restart");
}

// The extension with parts of `vscode`, which exists within the editor only, and the parts that it registered.
function activated() {
  class DebugAdapterServer {
    constructor(port, host) {
      Object.assign(this, { port, host });
    }
  }
  class DebugAdapterExecutable {
    constructor(command, words) {
      Object.assign(this, { command, words });
    }
  }
  class EventEmitter {
    event = (heard) => (this.heard = heard);
    fire() {
      this.heard();
    }
  }
  class TreeItem {
    constructor(label, collapsibleState) {
      Object.assign(this, { label, collapsibleState });
    }
  }
  const made = { errors: [], providers: [] };
  const keep = (name) => (id, value) => (made[name] = value);
  const vscode = {
    DebugAdapterServer,
    DebugAdapterExecutable,
    EventEmitter,
    TreeItem,
    TreeItemCollapsibleState: { Collapsed: 1 },
    workspace: { getConfiguration: () => ({ get: () => "" }), asRelativePath: (uri) => uri },
    window: { registerTreeDataProvider: keep("frames"), showErrorMessage: (text) => made.errors.push(text) },
    commands: { registerCommand: keep("goToStage") },
    debug: {
      registerDebugAdapterDescriptorFactory: keep("factory"),
      registerDebugConfigurationProvider: (type, provider) => made.providers.push(provider),
      registerDebugAdapterTrackerFactory: keep("trackers"),
      onDidChangeActiveDebugSession: () => ({}),
    },
    DebugConfigurationProviderTriggerKind: { Dynamic: 2 },
    tasks: { registerTaskProvider: () => ({}) },
  };
  const load = Module._load;
  Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
  require("./extension.js").activate({ subscriptions: [] });
  Module._load = load;
  return { vscode, made };
}

// The extension starts a server on standard input and output, or connects to a port.
function testExtension({ vscode, made }) {
  const { DebugAdapterServer, DebugAdapterExecutable } = vscode;
  const described = (configuration) => made.factory.createDebugAdapterDescriptor({ configuration });
  process.env.PATH = "/nowhere";
  assert.throws(() => described({}), /ixpemu is not in PATH: name its folder/);
  process.env.PATH = programs;
  assert.deepStrictEqual(described({ port: 4711, token: "0f" }), new DebugAdapterServer(4711, "127.0.0.1"));
  assert.deepStrictEqual(described({ arguments: ["--uninitialised"] }), new DebugAdapterExecutable("ixpemu", ["debug", "--dap", "--uninitialised"]));
  console.log("extension: a program, or a port");
}

// The launch of the file in the editor: a system, or the chosen chip of a network.
async function testLaunches({ vscode, made }) {
  const launch = async (name, text) => {
    vscode.window.activeTextEditor = { document: { uri: name, getText: () => text } };
    return made.providers[0].resolveDebugConfiguration(undefined, {});
  };
  vscode.window.showQuickPick = (items) => items.find(({ label }) => label === "three.toml, chip core");
  const program = "${workspaceFolder}/own.toml";
  const own = { type: "ixpemu", request: "launch", name: "Debug own.toml", program, stopOnEntry: true };
  assert.deepStrictEqual(await launch("own.toml", 'base = "ixp2400/forward.toml"\n'), own);
  const network = '[network]\n[[chip]]\nname = "edge"\n\n[[chip]] # in the middle\nsystem = "own.toml"\nname = "core"\n[[link]]\nfrom = "edge.1"\n';
  const { chip, name } = await launch("three.toml", network);
  assert.deepStrictEqual([chip, name], ["core", "Debug three.toml, chip core"]);
  console.log("launches: a system, a chip of a network");
}

// The view Frames in a session: a click on a stage goes to its first cycle, and to its context.
async function testFrames({ vscode, made }) {
  const { frames, goToStage, trackers } = made;
  assert.deepStrictEqual(await frames.getChildren(), []);
  const client = await begun();
  const customRequest = async (command, words) => (await client.send(command, words)).body;
  vscode.debug.activeDebugSession = { type: "ixpemu", customRequest };
  const go = async (stage) => (await Promise.all([client.waitForEvent("stopped"), goToStage(stage)]))[0].body;
  await go({ session: vscode.debug.activeDebugSession, from: 20000 });

  const all = await frames.getChildren();
  const shown = all.map((frame) => frames.getTreeItem(frame));
  assert(shown.some((item) => item.description === "60 bytes, inside"), JSON.stringify(shown));
  assert(shown.some((item) => /^\d+ bytes, transmitted by port \d$/.test(item.description)));
  const left = all.find((frame) => frame.fate.startsWith("transmitted"));
  const stages = await frames.getChildren(left);
  for (const stage of stages) {
    const { label, description, command } = frames.getTreeItem(stage);
    assert.match(description, /^\d+ to \d+$/);
    assert.strictEqual(command.command, "ixp2400.goToStage");
    const stop = await go(...command.arguments);
    assert.strictEqual(stop.text, `cycle ${stage.from}`);
    if (!stage.thread) continue;
    const thread = (await client.threadsRequest()).body.threads.find((t) => t.id === stop.threadId);
    assert(label.startsWith(`ME ${stage.thread.replace(".", " context ")} (`) && thread.name.includes(` ${stage.thread} `));
  }
  await goToStage({ session: vscode.debug.activeDebugSession, from: "nowhere" });
  assert.match(made.errors.pop(), /^IXP2400: .*nowhere/);
  let refreshed = 0;
  frames.onDidChangeTreeData(() => ++refreshed);
  for (const event of ["output", "stopped"]) trackers.createDebugAdapterTracker().onDidSendMessage({ type: "event", event });
  assert.strictEqual(refreshed, 1);
  await client.disconnectRequest();
  vscode.debug.activeDebugSession.customRequest = () => Promise.reject(new Error("notStopped"));
  assert.deepStrictEqual(await frames.getChildren(), []);
  console.log(`frames: ${all.length} frames, ${stages.length} stages`);
}

// A server on a port: `launch` needs the token that it prints.
async function testPort() {
  const free = await new Promise((done) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
  const words = ["debug", "--dap", "--port", String(free)];
  const adapter = spawn(path.join(programs, "ixpemu"), words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => adapter.on("exit", done));
  const printed = await new Promise((done) => adapter.stdout.once("data", (data) => done(String(data))));
  const token = /"token": "([0-9a-f]{32})"/.exec(printed)[1];
  const launch = { program: "microblocks/systems/forward.toml", stopOnEntry: true };
  for (const good of [false, true]) {
    const client = new DebugClient("node", "", "ixpemu");
    await client.start(free);
    await client.initializeRequest();
    if (good) {
      const initialized = client.waitForEvent("initialized");
      await client.launchRequest({ ...launch, token });
      await initialized;
      await client.disconnectRequest();
    } else {
      await assert.rejects(client.launchRequest(launch), /expected the token/);
    }
  }
  assert.strictEqual(await ended, 0);
  console.log("port: a launch with the token");
}

const extension = activated();
testGrammar()
  .then(testSession)
  .then(testRequests)
  .then(() => testFrames(extension))
  .then(() => testLaunches(extension))
  .then(() => testExtension(extension))
  .then(testPort)
  .then(() => process.exit(0))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
