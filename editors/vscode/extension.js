// Starts `ixpemu debug --dap` for debug sessions, or connects to one on a port, and offers the workspace's system files for
// debugging, and `ixpemu check` and `ixpemu run` of them as tasks.
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

async function systems(folder) {
  const files = folder ? new vscode.RelativePattern(folder, "**/*.toml") : "**/*.toml";
  const found = [];
  for (const uri of await vscode.workspace.findFiles(files, "**/{node_modules,build,out}/**", 200))
    if (isSystem(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString())) found.push(uri);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function launchOf(uri) {
  const inFolder = vscode.workspace.asRelativePath(uri, false);
  const program = path.isAbsolute(inFolder) ? inFolder : "${workspaceFolder}/" + inFolder;
  return { type: "ixpemu", request: "launch", name: `Debug ${inFolder}`, program, stopOnEntry: true };
}

// The launch of the system file in the editor, of the only one in the folder, or of the one that the user picks.
async function chosenLaunch(folder) {
  const open = (vscode.window.activeTextEditor || {}).document;
  if (open && isSystem(open.getText())) return launchOf(open.uri);
  const items = (await systems(folder)).map((uri) => ({ label: vscode.workspace.asRelativePath(uri, false), uri }));
  const picked = items.length < 2 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: "System file to debug" });
  if (!items.length) vscode.window.showErrorMessage("IXP2400: no system file (.toml with [[microengine]]) in this folder");
  return picked && launchOf(picked.uri);
}

const listed = { provideDebugConfigurations: async (folder) => (await systems(folder)).map(launchOf) };

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
    for (const uri of await systems()) {
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

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("ixpemu", adapters),
    vscode.debug.registerDebugConfigurationProvider("ixpemu", chosen),
    vscode.debug.registerDebugConfigurationProvider("ixpemu", listed, vscode.DebugConfigurationProviderTriggerKind.Dynamic),
    vscode.tasks.registerTaskProvider("ixp2400", tasks)
  );
};
