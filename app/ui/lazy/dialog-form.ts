import type { SubmissionResult } from "@conform-to/react";
import { useFetcher, useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect } from "react";
import { useBusy } from "../core/busy";
import type { FormShell } from "../core/form-shell";
import { BACKGROUND_FETCHER_PREFIX } from "../core/polling";
import { LOST_TEXT } from "../core/shell/lost-reply";
import { outcome } from "../core/shell/outcome";

/** Props of the content of a dialog that a link opens: the address of the page whose form it shows. */
export interface DialogContentProps {
  href: string;
}

/** Shows another page's form in the open dialog. */
export const DialogSwap = createContext<(href: string) => void>(() => {});

/** The result of an action instead of a redirect, if the dialog can show the target itself (§4.8). */
export interface DialogRedirect {
  redirectTo: string;
}

/**
 * The shell of a form in a dialog: a fetcher's form, so that the page below stays. A redirect in the reply is a real
 * navigation. `reply` is the complete result, with everything that the action adds to it.
 */
export function useDialogForm<Reply extends SubmissionResult = SubmissionResult>(id: string, action: string) {
  const fetcher = useFetcher<Reply | DialogRedirect>();
  const swap = useContext(DialogSwap);
  const isLeaving = useNavigation().state === "loading" && fetcher.state === "loading";
  const { data } = fetcher;
  const redirectTo = data && "redirectTo" in data ? data.redirectTo : undefined;
  const isLost = data !== undefined && "lost" in data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply is followed once
  useEffect(() => {
    if (redirectTo) swap(redirectTo);
    // Said in the dialog, which covers the page's bar.
    if (isLost) outcome.next = null;
  }, [data]);
  const reply = data && !("redirectTo" in data) && !isLost ? (data as Reply) : undefined;
  const result = isLost ? LOST : reply;
  const shell: FormShell = {
    id,
    Form: fetcher.Form,
    result,
    busy: useBusy(fetcher.state, result),
    sent: fetcher.formData,
    action,
    done: isLeaving || redirectTo !== undefined,
  };
  return { shell, reply };
}

const LOST: SubmissionResult = { status: "error", error: { "": [LOST_TEXT] } };

/** The loader data of a page, for its form in a dialog; undefined while it is being loaded. */
export function useDialogData<View>(href: string): View | undefined {
  const fetcher = useFetcher<unknown>({ key: `${BACKGROUND_FETCHER_PREFIX}dialog:${href}` });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog; actions revalidate it
  useEffect(() => fetcher.load(href), [href]);
  return fetcher.data as View | undefined;
}
