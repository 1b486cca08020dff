/**
 * Covers the screen while calls run. In the HTML it is always hidden; the page's script shows it by `busy`, so that it never
 * stays without script. CSS delays its appearance by 300 ms.
 */
export function Spinner({ busy, label = "Загружаем" }: { busy: boolean; label?: string }) {
  return (
    <div className="spinner" role="status" hidden={!busy}>
      {busy && <span className="visually-hidden">{label}</span>}
    </div>
  );
}
