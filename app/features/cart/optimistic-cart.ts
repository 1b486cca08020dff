/** A line as the sheet shows it. */
export interface CartLineView {
  id: number;
  /** What the header's count calls it while a form is on its way. */
  mark: string;
  name: string;
  /** Recipient and size; a card only by its last digits. */
  note: string;
  count: number;
  price: number;
  sum: number;
  physical: boolean;
  /** The prize is no longer given: it can only be taken out. */
  gone: boolean;
  /** Taken out a while ago; it stands in its place and can be put back. */
  removed: boolean;
}

export interface CartView {
  lines: CartLineView[];
  /** How many of the lines are in the cart. */
  held: number;
  /** Points for all that can be ordered. */
  total: number;
  /** Pieces of all that can be ordered. */
  units: number;
  hasGone: boolean;
  needsDelivery: boolean;
}

/** §4.17: total = Σ price × count; what is gone costs nothing, nor does what was taken out. */
export function toCartView(lines: CartLineView[]): CartView {
  const held = lines.filter(({ removed }) => !removed);
  const left = held.filter(({ gone }) => !gone);
  return {
    lines,
    held: held.length,
    total: left.reduce((sum, line) => sum + line.sum, 0),
    units: left.reduce((sum, line) => sum + line.count, 0),
    hasGone: left.length < held.length,
    needsDelivery: left.some(({ physical }) => physical),
  };
}

/** The cart as it will be once the forms that are on their way have arrived; what the server says comes in its place. */
export function optimisticCart(cart: CartView, forms: readonly { formData?: FormData }[]): CartView {
  return toCartView(forms.reduce((lines, { formData }) => (formData ? applyForm(lines, formData) : lines), cart.lines));
}

function applyForm(lines: CartLineView[], form: FormData): CartLineView[] {
  const intent = form.get("intent");
  const meant = form.get("line");
  return lines.map((line) => {
    if (meant !== null && meant !== String(line.id)) return line;
    if (intent === "delete" || intent === "clear") return { ...line, removed: true };
    if (intent === "return") return { ...line, removed: false };
    if (intent !== "count") return line;
    const count = Number(form.get("cartCount"));
    return { ...line, count, sum: line.price * count };
  });
}
