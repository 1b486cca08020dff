/**
 * Covers the screen while requests run. The server always renders it hidden, so that it can't stay without script. CSS delays
 * it by 300 ms.
 */
export function Spinner({ busy, label = "Загружаем" }: { busy: boolean; label?: string }) {
  return (
    <div className="spinner" role="status" hidden={!busy}>
      {busy && <span className="visually-hidden">{label}</span>}
    </div>
  );
}
