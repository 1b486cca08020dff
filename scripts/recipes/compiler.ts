import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** Checks single files of a copy of the repository while others of its files change. */
export function openCompiler(root: string) {
  const options = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options.options,
    getScriptFileNames: () => options.fileNames.filter((file) => existsSync(file)),
    // A file's own text is its version: few are read anew, and none is missed.
    getScriptVersion: (file) => (file.includes("node_modules") ? "" : (ts.sys.createHash?.(read(file) ?? "") ?? "")),
    getScriptSnapshot: (file) => {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  });
  /** What the compiler says of a file, one text for each error. */
  return (file: string): string[] =>
    service
      .getSemanticDiagnostics(path.join(root, file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}
