// Starts `ixpemu debug --dap` for debug sessions, or connects to one on a port, shows the journeys of frames in them, and offers
// the workspace's system files for debugging, and `ixpemu check` and `ixpemu run` of them as tasks.
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

function workspacePath(folder) {
  const some = folder && folder.uri ? folder : (vscode.workspace.workspaceFolders || [])[0];
  return some ? some.uri.fsPath : process.cwd();
}

function ixpemu(folder) {
  const programs = vscode.workspace.getConfiguration("ixp2400").get("programs");
  return programs ? path.resolve(workspacePath(folder), programs, "ixpemu") : "ixpemu";
}

// VS Code itself shows no error for a program that is not in PATH.
function existing(program) {
  const folders = path.isAbsolute(program) ? ["/"] : (process.env.PATH || "").split(path.delimiter);
  if (folders.some((folder) => fs.existsSync(path.resolve(folder, program)))) return program;
  const where = path.isAbsolute(program) ? path.dirname(program) : "PATH";
  throw new Error(`ixpemu is not in ${where}: name its folder, e.g. build/release/bin, in the setting ixp2400.programs`);
}

// A system file has a table [[microengine]], or is based on one that has.
const isSystem = (text) => /^\s*(\[\[microengine\]\]|base\s*=)/m.test(text);

// Names of the chips of a network file.
const chipsOf = (text) =>
  [...text.matchAll(/^\s*\[\[chip\]\].*\n(?:(?!\s*\[).*\n)*?\s*name\s*=\s*"([^"]+)"/gm)].map((found) => found[1]);

// Launches of a file: one of a system, one for each chip of a network.
function launchesOf(uri, text) {
  const inFolder = vscode.workspace.asRelativePath(uri, false);
  const program = path.isAbsolute(inFolder) ? inFolder : "${workspaceFolder}/" + inFolder;
  const launch = { type: "ixpemu", request: "launch", name: `Debug ${inFolder}`, program, stopOnEntry: true };
  if (isSystem(text)) return [launch];
  return chipsOf(text).map((chip) => ({ ...launch, name: `${launch.name}, chip ${chip}`, chip }));
}

// System and network files of a folder, with their launches; the shipped files of ixp2400/ are omitted.
async function systems(folder) {
  const files = folder ? new vscode.RelativePattern(folder, "**/*.toml") : "**/*.toml";
  const found = [];
  for (const uri of await vscode.workspace.findFiles(files, "**/{node_modules,build,out,ixp2400}/**", 200)) {
    const launches = launchesOf(uri, Buffer.from(await vscode.workspace.fs.readFile(uri)).toString());
    if (launches.length) found.push({ uri, launches });
  }
  return found.sort((a, b) => (a.uri.path < b.uri.path ? -1 : 1));
}

const allLaunches = async (folder) => (await systems(folder)).flatMap(({ launches }) => launches);

// The launch of the file in the editor, of the only one in the folder, or of the one that the user picks.
async function chosenLaunch(folder) {
  const open = (vscode.window.activeTextEditor || {}).document;
  const own = open ? launchesOf(open.uri, open.getText()) : [];
  const items = (own.length ? own : await allLaunches(folder)).map((launch) => ({ label: launch.name.replace("Debug ", ""), launch }));
  if (!items.length) vscode.window.showErrorMessage("IXP2400: no system file (.toml with [[microengine]]) and no network in this folder");
  const picked = items.length < 2 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: "System file or chip to debug" });
  return picked && picked.launch;
}

const listed = { provideDebugConfigurations: allLaunches };

const chosen = {
  async provideDebugConfigurations(folder) {
    const launch = await chosenLaunch(folder);
    return launch ? [launch] : [];
  },
  // Without launch.json the configuration is empty.
  resolveDebugConfiguration: (folder, configuration) => (configuration.type ? configuration : chosenLaunch(folder)),
};

const adapters = {
  createDebugAdapterDescriptor(session) {
    const { port, arguments: more = [] } = session.configuration; // `launch` passes `token` itself
    if (port) return new vscode.DebugAdapterServer(port, "127.0.0.1");
    const folder = session.workspaceFolder;
    return new vscode.DebugAdapterExecutable(existing(ixpemu(folder)), ["debug", "--dap", ...more], { cwd: workspacePath(folder) });
  },
};

function taskOf(definition, scope) {
  const words = [definition.command, definition.system, ...(definition.arguments || [])];
  const execution = new vscode.ProcessExecution(ixpemu(scope), words);
  const task = new vscode.Task(definition, scope, `${definition.command} ${definition.system}`, "ixp2400", execution, "$ixp2400");
  task.group = vscode.TaskGroup.Build;
  return task;
}

const tasks = {
  async provideTasks() {
    const found = [];
    for (const { uri } of await systems()) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      for (const command of ["check", "run"])
        found.push(taskOf({ type: "ixp2400", system: vscode.workspace.asRelativePath(uri, false), command }, folder));
    }
    return found;
  },
  resolveTask(task) {
    return taskOf(task.definition, task.scope);
  },
};

// The view Frames of a session that has stopped: frames inside, and the last that left, with the stages of their journeys.
class Frames {
  constructor() {
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  async getChildren(item) {
    if (item) return item.stages;
    const session = vscode.debug.activeDebugSession;
    if (!session || session.type !== "ixpemu") return [];
    try {
      const { frames } = await session.customRequest("ixpFrames");
      return frames.map((frame) => ({ ...frame, stages: frame.stages.map((stage) => ({ ...stage, session })) }));
    } catch {
      return []; // the run goes on, or the session has ended
    }
  }

  getTreeItem(item) {
    return item.frame ? this.frameItem(item) : this.stageItem(item);
  }

  frameItem({ frame, bytes, fate }) {
    const item = new vscode.TreeItem(frame, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = frame; // a frame stays open at the next stop
    item.description = bytes ? `${bytes} bytes, ${fate}` : fate;
    return item;
  }

  stageItem(stage) {
    const item = new vscode.TreeItem(stage.place);
    item.description = stage.to === undefined ? `from ${stage.from}` : `${stage.from} to ${stage.to}`;
    item.command = { command: "ixp2400.goToStage", title: "Go to the first cycle of the stage", arguments: [stage] };
    return item;
  }
}

// The first cycle of a stage, before or after, and the context that works on the frame there.
async function goToStage({ session, from, thread }) {
  const expression = thread ? `goto ${from}\nthread ${thread}` : `goto ${from}`;
  try {
    await session.customRequest("evaluate", { expression, context: "repl" });
  } catch (error) {
    vscode.window.showErrorMessage(`IXP2400: ${error.message}`);
  }
}

function registerFrames() {
  const frames = new Frames();
  const refresh = () => frames.changed.fire();
  const onDidSendMessage = ({ type, event }) => type === "event" && event === "stopped" && refresh();
  return [
    vscode.window.registerTreeDataProvider("ixp2400.frames", frames),
    vscode.commands.registerCommand("ixp2400.goToStage", goToStage),
    vscode.debug.onDidChangeActiveDebugSession(refresh),
    vscode.debug.registerDebugAdapterTrackerFactory("ixpemu", { createDebugAdapterTracker: () => ({ onDidSendMessage }) }),
  ];
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("ixpemu", adapters),
    vscode.debug.registerDebugConfigurationProvider("ixpemu", chosen),
    vscode.debug.registerDebugConfigurationProvider("ixpemu", listed, vscode.DebugConfigurationProviderTriggerKind.Dynamic),
    vscode.tasks.registerTaskProvider("ixp2400", tasks),
    ...registerFrames()
  );
};
