/** Grey lines in place of text that is being loaded; `label` tells screen readers. */
export function Skeleton({ lines = 3, label = "Загружаем" }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <i key={line} />
      ))}
    </div>
  );
}
