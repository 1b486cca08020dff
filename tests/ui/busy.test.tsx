import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { shouldRevalidate } from "../../app/lib/lost-reply";
import { useBusy } from "../../app/ui/core/busy";
import { listEmptyFields } from "../../app/ui/core/missing-fields";

it("architecture: a form is busy until the next page has come, and after a refusal only until its reply", () => {
  type State = Parameters<typeof useBusy>[0];
  const before = { status: "error" };
  const { result, rerender } = renderHook(([state, reply]: [State, object | null]) => useBusy(state, reply), {
    initialProps: ["idle", null],
  });
  const busy = (state: State, reply: object | null) => {
    rerender([state, reply]);
    return result.current;
  };
  expect([busy("idle", null), busy("submitting", null), busy("loading", null)]).toEqual([false, true, true]);
  // The page's data are loaded once more, but the form may be sent again.
  expect([busy("idle", null), busy("submitting", null), busy("loading", before)]).toEqual([false, true, false]);
  expect([busy("idle", before), busy("submitting", before), busy("loading", before)]).toEqual([false, true, true]);
});

it("§5.1 a field of spaces is still missing, and one that may be left empty never is", () => {
  const data = new FormData();
  data.set("name", "  ");
  data.set("phone", "79");
  const rule = (required: boolean) => ({ required, maxLength: 10 }) as never;
  const rules = { name: rule(true), phone: rule(true), note: rule(false), email: rule(true) };
  expect(listEmptyFields(rules, data)).toEqual(["name", "email"]);
});

it("§2.5.3 after a reply that was lost nothing is loaded, which would fail too", () => {
  const ask = (actionResult: unknown, defaultShouldRevalidate: boolean) =>
    shouldRevalidate({ actionResult, defaultShouldRevalidate } as never);
  expect(ask({ skipRevalidation: true, lost: true }, true)).toBe(false);
  expect([ask(undefined, true), ask({ status: "success" }, true), ask(undefined, false)]).toEqual([true, true, false]);
});
