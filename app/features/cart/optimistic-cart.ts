/** A line as the cart page shows it. */
export interface CartLineView {
  id: number;
  /** See `lineKey`. */
  key: string;
  name: string;
  /** Recipient and size; of a card number only the last digits. */
  note: string;
  count: number;
  price: number;
  sum: number;
  physical: boolean;
  /** The prize is no longer offered: the line can only be removed. */
  unavailable: boolean;
  /** Removed lately; it is shown in its place and can be restored. */
  removed: boolean;
}

export interface CartView {
  lines: CartLineView[];
  /** Number of lines that are not removed. */
  lineCount: number;
  /** Points for everything that can be ordered. */
  total: number;
  /** Pieces of everything that can be ordered. */
  units: number;
  hasUnavailable: boolean;
  needsDelivery: boolean;
}

/** §4.17: total = Σ price × count. Unavailable and removed lines cost nothing. */
export function toCartView(lines: CartLineView[]): CartView {
  const present = lines.filter(({ removed }) => !removed);
  const available = present.filter(({ unavailable }) => !unavailable);
  return {
    lines,
    lineCount: present.length,
    total: available.reduce((sum, line) => sum + line.sum, 0),
    units: available.reduce((sum, line) => sum + line.count, 0),
    hasUnavailable: available.length < present.length,
    needsDelivery: available.some(({ physical }) => physical),
  };
}

/** The cart as it will be once the pending forms have been processed; the server's reply then replaces it. */
export function optimisticCart(cart: CartView, forms: readonly { formData?: FormData }[]): CartView {
  return toCartView(forms.reduce((lines, { formData }) => (formData ? applyForm(lines, formData) : lines), cart.lines));
}

function applyForm(lines: CartLineView[], form: FormData): CartLineView[] {
  const intent = form.get("intent");
  const lineId = form.get("line");
  return lines.map((line) => {
    if (lineId !== null && lineId !== String(line.id)) return line;
    if (intent === "delete" || intent === "clear") return { ...line, removed: true };
    if (intent === "return") return { ...line, removed: false };
    if (intent !== "count") return line;
    const count = Number(form.get("cartCount"));
    return { ...line, count, sum: line.price * count };
  });
}
