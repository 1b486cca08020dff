/**
 * Covers the screen while calls run. In the HTML it is always hidden; the page's script shows it by `busy`, so that it never
 * stays without script. CSS delays its appearance by 300 ms.
 */
export function Spinner({ busy, label = "Загружаем" }: { busy: boolean; label?: string }) {
  return (
    <div className="spin" role="status" hidden={!busy}>
      {busy && <span className="vh">{label}</span>}
    </div>
  );
}
