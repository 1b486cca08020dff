import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormShell } from "../../ui/core/form-shell";
import { emptyLookupResult, type LookupIntent, type LookupResult, type RegistrationReply } from "./lookup-result";

/** A look-up of a form. It sends the whole form to the server without leaving the page. */
export interface Lookup {
  /** Runs now and cancels one that is waiting or pending. */
  run(): void;
  /**
   * For each change of the field: cancels a look-up that is waiting or pending, and runs again once nothing has been typed for
   * so many milliseconds (§5.14); `false` doesn't run again.
   */
  runSoon(milliseconds: number | false): void;
  busy: boolean;
}

/** The results of all look-ups of a form: those of the page's reply, then those of `useLookup`. */
export function useLookupResult(reply: RegistrationReply | null | undefined) {
  const [found, setFound] = useState<LookupResult>(() => ({ ...emptyLookupResult, ...reply?.lookup }));
  const shown = useRef(reply);
  useEffect(() => {
    if (shown.current === reply) return;
    shown.current = reply;
    if (reply?.lookup) setFound({ ...emptyLookupResult, ...reply.lookup });
  }, [reply]);
  return [found, setFound] as const;
}

/** @param keys the fields of the result that this look-up sets; other look-ups may be pending */
export function useLookup(
  shell: Pick<FormShell, "id" | "action">,
  intent: LookupIntent,
  keys: readonly (keyof LookupResult)[],
  setFound: (change: (last: LookupResult) => LookupResult) => void,
): Lookup {
  const fetcher = useFetcher<RegistrationReply>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Whether the pending look-up is still wanted: nothing has been typed since.
  const isWanted = useRef(true);
  const { data } = fetcher;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new reply changes the result
  useEffect(() => {
    const found = data?.lookup;
    if (!found || !isWanted.current) return;
    const part = Object.fromEntries(keys.map((key) => [key, found[key] ?? emptyLookupResult[key]]));
    setFound((last) => ({ ...last, ...part }));
  }, [data]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const run = () => {
    clearTimeout(timer.current);
    isWanted.current = true;
    const form = document.getElementById(shell.id);
    if (!(form instanceof HTMLFormElement)) return;
    const content = new FormData(form);
    content.set("intent", intent);
    fetcher.submit(content, { method: "post", action: shell.action });
  };
  return {
    run,
    runSoon(milliseconds) {
      clearTimeout(timer.current);
      isWanted.current = false;
      if (milliseconds) timer.current = setTimeout(run, milliseconds);
    },
    busy: fetcher.state !== "idle" && isWanted.current,
  };
}
