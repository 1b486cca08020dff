import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormShell } from "../../ui/core/form-shell";
import { emptyLookupResult, type LookupIntent, type LookupResult, type RegistrationReply } from "./lookup-result";

/** A look-up of a form: asks the server with all that is typed, without leaving the page. */
export interface Lookup {
  /** Asks now; a question that is waiting or under way is dropped. */
  ask(): void;
  /**
   * To be called when something else is typed: what is waiting or under way no longer matters. Asks anew when nothing more
   * has been typed for a while (§5.14), or not at all.
   */
  askSoon(milliseconds: number | false): void;
  busy: boolean;
}

/** What look-ups have found for a form so far: with the page, and afterwards by `useLookup`. */
export function useLookupResult(reply: RegistrationReply | null | undefined) {
  const [lookup, setLookup] = useState<LookupResult>(() => ({ ...emptyLookupResult, ...reply?.lookup }));
  const shown = useRef(reply);
  useEffect(() => {
    if (shown.current === reply) return;
    shown.current = reply;
    if (reply?.lookup) setLookup({ ...emptyLookupResult, ...reply.lookup });
  }, [reply]);
  return [lookup, setLookup] as const;
}

/** @param keys the part of the lookup that this look-up answers for; other look-ups may be under way */
export function useLookup(
  shell: Pick<FormShell, "id" | "action">,
  intent: LookupIntent,
  keys: readonly (keyof LookupResult)[],
  setLookup: (change: (last: LookupResult) => LookupResult) => void,
): Lookup {
  const fetcher = useFetcher<RegistrationReply>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Of the newest question, until something else is typed.
  const isWanted = useRef(true);
  const { data } = fetcher;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer changes what was found
  useEffect(() => {
    const found = data?.lookup;
    if (!found || !isWanted.current) return;
    const part = Object.fromEntries(keys.map((key) => [key, found[key] ?? emptyLookupResult[key]]));
    setLookup((last) => ({ ...last, ...part }));
  }, [data]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = () => {
    clearTimeout(timer.current);
    isWanted.current = true;
    const form = document.getElementById(shell.id);
    if (!(form instanceof HTMLFormElement)) return;
    const content = new FormData(form);
    content.set("intent", intent);
    fetcher.submit(content, { method: "post", action: shell.action });
  };
  return {
    ask,
    askSoon(milliseconds) {
      clearTimeout(timer.current);
      isWanted.current = false;
      if (milliseconds) timer.current = setTimeout(ask, milliseconds);
    },
    busy: fetcher.state !== "idle" && isWanted.current,
  };
}
