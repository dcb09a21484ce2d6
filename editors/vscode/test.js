// npm test [-- FOLDER_OF_PROGRAMS]: the grammar in VS Code's own TextMate engine, and a debug session through the client that
// VS Code's debug adapters are tested with. FOLDER_OF_PROGRAMS (default ../../build/release/bin) holds ixpemu and mecc.
const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const net = require("net");
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

async function testSession() {
  const adapter = spawn(path.join(programs, "ixpemu"), ["debug", "--dap"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const client = new DebugClient("node", "", "ixpemu");
  client.connect(adapter.stdout, adapter.stdin);
  await client.initializeRequest();
  const stopped = client.waitForEvent("stopped");
  await Promise.all([
    client.waitForEvent("initialized").then(() => client.configurationDoneRequest()),
    client.launchRequest({ program: "microblocks/systems/forward.toml", stopOnEntry: true }),
    stopped,
  ]);
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

// The extension starts a server on standard input and output, or connects to a port. `vscode` exists within the editor only.
function testExtension() {
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
  let factory;
  const vscode = {
    DebugAdapterServer,
    DebugAdapterExecutable,
    workspace: { getConfiguration: () => ({ get: () => "" }) },
    debug: {
      registerDebugAdapterDescriptorFactory: (type, made) => (factory = made),
      registerDebugConfigurationProvider: () => ({}),
    },
    DebugConfigurationProviderTriggerKind: { Dynamic: 2 },
    tasks: { registerTaskProvider: () => ({}) },
  };
  const load = Module._load;
  Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
  require("./extension.js").activate({ subscriptions: [] });
  Module._load = load;
  const described = (configuration) => factory.createDebugAdapterDescriptor({ configuration });
  process.env.PATH = "/nowhere";
  assert.throws(() => described({}), /ixpemu is not in PATH: name its folder/);
  process.env.PATH = programs;
  assert.deepStrictEqual(described({ port: 4711, token: "0f" }), new DebugAdapterServer(4711, "127.0.0.1"));
  assert.deepStrictEqual(described({ arguments: ["--uninitialised"] }), new DebugAdapterExecutable("ixpemu", ["debug", "--dap", "--uninitialised"]));
  console.log("extension: a program, or a port");
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

testGrammar()
  .then(testSession)
  .then(testExtension)
  .then(testPort)
  .then(() => process.exit(0))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
