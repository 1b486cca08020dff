import { useEffect, useState } from "react";
import { Button } from "../../ui/core/button";

/** Prints the page. Without script there is no button, and the browser's own command prints the same. */
export function PrintButton() {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint("print" in window), []);
  if (!canPrint) return null;
  return (
    <Button type="button" variant="secondary" onClick={() => window.print()}>
      Распечатать
    </Button>
  );
}
