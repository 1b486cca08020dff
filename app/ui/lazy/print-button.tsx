import { Button } from "../core/button";
import { ScriptOnly } from "../core/script-only";

/** Prints the page. Without script there is no button, and the browser's own command prints the same. */
export function PrintButton() {
  return (
    <ScriptOnly isPossible={() => "print" in window}>
      <Button type="button" variant="secondary" onClick={() => window.print()}>
        Распечатать
      </Button>
    </ScriptOnly>
  );
}
