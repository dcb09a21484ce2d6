// Starts `ixpemu debug --dap` for debug sessions, or connects to one on a port, and offers `ixpemu check` and `ixpemu run` of
// the workspace's system files as tasks.
const path = require("path");
const vscode = require("vscode");

function program(name) {
  const folder = vscode.workspace.getConfiguration("ixp2400").get("programs");
  return folder ? path.join(folder, name) : name;
}

function folderOf(session) {
  const folder = session.workspaceFolder || (vscode.workspace.workspaceFolders || [])[0];
  return folder && folder.uri.fsPath;
}

const adapters = {
  createDebugAdapterDescriptor(session) {
    const { port, arguments: more = [] } = session.configuration; // `launch` passes `token` itself
    if (port) return new vscode.DebugAdapterServer(port, "127.0.0.1");
    return new vscode.DebugAdapterExecutable(program("ixpemu"), ["debug", "--dap", ...more], { cwd: folderOf(session) });
  },
};

function taskOf(definition, scope) {
  const words = [definition.command, definition.system, ...(definition.arguments || [])];
  const execution = new vscode.ProcessExecution(program("ixpemu"), words);
  const task = new vscode.Task(definition, scope, `${definition.command} ${definition.system}`, "ixp2400", execution, "$ixp2400");
  task.group = vscode.TaskGroup.Build;
  return task;
}

const tasks = {
  // A system file has a table [[microengine]].
  async provideTasks() {
    const found = [];
    for (const uri of await vscode.workspace.findFiles("**/*.toml", "**/{node_modules,build,out}/**", 200)) {
      const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
      if (!/^\s*\[\[microengine\]\]/m.test(text)) continue;
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
    vscode.tasks.registerTaskProvider("ixp2400", tasks)
  );
};
