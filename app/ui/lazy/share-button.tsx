import { useEffect, useState } from "react";
import { Button } from "../core/button";

/** Hands an address to the device's own sharing. Absent without script, and where the browser has nothing of the kind. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);
  if (!canShare) return null;
  // It rejects when the person closes the sheet, and while another one is open.
  const share = () => void navigator.share({ title, url }).catch(() => undefined);
  return (
    <Button type="button" variant="secondary" small onClick={share}>
      Поделиться
    </Button>
  );
}
