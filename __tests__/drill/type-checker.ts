import ts from 'typescript';

/** Type-checks changed versions of files of the project in this folder, and finds promises that are negated. */
export function createTypeChecker(folder: string): (file: string, text: string) => boolean {
  const { config }: { config?: unknown } = ts.readConfigFile(`${folder}/tsconfig.json`, (path) =>
    ts.sys.readFile(path),
  );
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  let changed = { path: '', text: '', version: 0 };
  const service = ts.createLanguageService({
    // A break may leave an import or a variable unused.
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : '0'),
    getScriptSnapshot(path) {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (compilerOptions) => ts.getDefaultLibFilePath(compilerOptions),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
  });
  return (file, text) => {
    changed = { path: `${folder}/${file}`, text, version: changed.version + 1 };
    return (
      service.getSyntacticDiagnostics(changed.path).length === 0 &&
      service.getSemanticDiagnostics(changed.path).length === 0 &&
      !negatesPromise(service.getProgram(), changed.path)
    );
  };
}

/** Whether a file has `!` before a promise, which the linter refuses as it does a missing `await`. */
function negatesPromise(program: ts.Program | undefined, path: string): boolean {
  const checker = program?.getTypeChecker();
  const isPromise = (node: ts.Expression) =>
    checker?.getTypeAtLocation(node).getProperty('then') !== undefined;
  const hasNegated = (node: ts.Node): boolean =>
    (ts.isPrefixUnaryExpression(node) &&
      node.operator === ts.SyntaxKind.ExclamationToken &&
      isPromise(node.operand)) ||
    ts.forEachChild(node, (child) => hasNegated(child) || undefined) === true;
  const source = program?.getSourceFile(path);
  return source !== undefined && hasNegated(source);
}
