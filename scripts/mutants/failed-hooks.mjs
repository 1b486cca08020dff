/**
 * A reporter of Vitest by which the tests of a file have failed where the file or its `beforeAll` has. Vitest skips them, and
 * Stryker takes a skipped test for passed unless a `describe` failed: neither a first run without tests nor a change that breaks
 * the start of a file would be noticed.
 *
 * @type {import("vitest/reporters").Reporter}
 */
export default {
  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length === 0) return;
    for (const { task } of module.children.allTests()) {
      if (task.mode !== "skip") continue;
      task.mode = "run";
      task.result = { state: "fail", errors: [...errors] };
    }
  },
};
