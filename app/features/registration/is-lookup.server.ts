/** Whether a registration form was sent by one of its look-up buttons. Sent by Enter or another button it registers. */
export function isLookup(formData: FormData): boolean {
  return (formData.get("intent") ?? "register") !== "register";
}
