import { Button } from "../core/button";
import { ScriptOnly } from "../core/script-only";

/** Hands an address to the device's own sharing. Absent without script, and where the browser has nothing of the kind. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  // It rejects when the person closes the sheet, and while another one is open.
  const share = () => void navigator.share({ title, url }).catch(() => undefined);
  return (
    <ScriptOnly isPossible={() => "share" in navigator}>
      <Button type="button" variant="secondary" small onClick={share}>
        Поделиться
      </Button>
    </ScriptOnly>
  );
}
