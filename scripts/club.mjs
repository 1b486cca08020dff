// Runs the operator's command line: from the sources where the development tools are installed, otherwise from build/.
const tsx = await import("tsx/esm/api").catch(() => undefined);
if (tsx) {
  tsx.register();
  await import("../club/cli.ts");
} else {
  await import("../build/club.js");
}
