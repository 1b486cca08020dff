/** A phone to call. @param phone as it is shown; empty for none */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null;
  return (
    <a className="no-break" href={`tel:+${phone.replace(/\D/g, "")}`}>
      {phone}
    </a>
  );
}

/** An address to write to; empty for none. */
export function EmailLink({ email }: { email: string }) {
  return email ? <a href={`mailto:${email}`}>{email}</a> : null;
}
