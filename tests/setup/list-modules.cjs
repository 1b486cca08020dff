// Preloaded by a test: at the end of the process, writes its exit code and the packages of OpenTelemetry that were loaded.
const { writeFileSync } = require("node:fs");

process.on("exit", (code) => {
  const names = Object.keys(require.cache).map((file) => /@opentelemetry\/([\w-]+)/.exec(file)?.[1]);
  const packages = [...new Set(names.filter((name) => name !== undefined))].sort();
  if (process.env.MODULES_FILE) writeFileSync(process.env.MODULES_FILE, JSON.stringify({ code, packages }));
});
