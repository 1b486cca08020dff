import { type ReactNode, useEffect, useState } from "react";

type ScriptOnlyProps = {
  /** Whether the browser can do it. Asked once the scripts are there. */
  isPossible(): boolean;
  children: ReactNode;
};

/**
 * Content that only works with script. Its place is reserved until the scripts arrive, which often happens during the first tap: a
 * layout shift would move what is being tapped. Nothing is reserved where script is off, nor in the light version.
 */
export function ScriptOnly({ isPossible, children }: ScriptOnlyProps) {
  const [state, setState] = useState<"waiting" | "possible" | "impossible">("waiting");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a browser can do doesn't change
  useEffect(() => setState(isPossible() ? "possible" : "impossible"), []);
  if (state === "impossible") return null;
  return <div className={state === "waiting" ? "script-only" : undefined}>{children}</div>;
}
