import type { FieldView } from "../../contract/operator/views";

export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

/** A field of an act or a filter of a list. Every filter may be left empty. */
export function Field({
  field,
  values,
  errors,
  isFilter = false,
}: { field: FieldView; isFilter?: boolean } & FormState) {
  const { name, label, hint, control, isRequired } = field;
  const error = errors[name];
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  const shared = {
    id: name,
    name,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
  const message = (
    <p className="field-error" id={`${name}-error`}>
      {error}
    </p>
  );
  const help = hint && (
    <p className="hint" id={`${name}-hint`}>
      {hint}
    </p>
  );
  if (control === "flag") {
    return (
      <div className="field">
        <label className="choice">
          <input {...shared} type="checkbox" defaultChecked={values[name] !== undefined} />
          <span>{label}</span>
        </label>
        {help}
        {error && message}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {!isRequired && !isFilter && <span className="field-optional">необязательно</span>}
      </label>
      {help}
      <Control
        field={field}
        shared={shared}
        value={values[name] ?? ""}
        emptyChoice={isFilter ? "Все" : isRequired ? "Выберите" : "Не задано"}
      />
      {message}
    </div>
  );
}

interface ControlProps {
  field: FieldView;
  shared: object;
  value: string;
  emptyChoice: string;
}

function Control({ field, shared, value, emptyChoice }: ControlProps) {
  const { control, choices } = field;
  switch (control) {
    case "multiline":
      return <textarea className="input" {...shared} defaultValue={value} />;
    case "choice":
      return (
        <select className="input" {...shared} defaultValue={value}>
          <option value="">{emptyChoice}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case "file":
      return <input className="input" {...shared} type="file" />;
    case "secret":
      return <input className="input" {...shared} type="password" autoComplete="off" />;
    case "date":
      return <input className="input" {...shared} type="date" defaultValue={value} />;
    default:
      return (
        <input
          className="input"
          {...shared}
          type="text"
          inputMode={control === "number" ? "numeric" : undefined}
          autoComplete="off"
          defaultValue={value}
        />
      );
  }
}

interface ErrorSummaryProps {
  message?: string | undefined;
  errors?: FormState["errors"];
  /** The labels of the fields, because "fill in the field" names none. */
  labels?: Readonly<Record<string, string>>;
}

/** Above a form: what is wrong as a whole, and a link to each field at fault. */
export function ErrorSummary({ message, errors = {}, labels = {} }: ErrorSummaryProps) {
  const entries = Object.entries(errors);
  if (!message && entries.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script this makes a screen reader begin with the errors
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <p>{entries.length > 1 ? "Проверьте поля:" : entries.length === 1 ? "Проверьте поле:" : message}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, text]) => (
            <li key={name}>
              <a href={`#${name}`}>{labels[name] ? `${labels[name]}: ${lowerFirst(text)}` : text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** An abbreviation, such as «ИНН», stays as it is. */
function lowerFirst(text: string): string {
  return text.replace(/^[А-ЯЁ](?=[а-яё ])/, (letter) => letter.toLowerCase());
}

/** The code of the authenticator app. @param id another one where a page has two */
export function CodeField({ error, hint, id = "code" }: { error?: string | undefined; hint: string; id?: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>Код</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <input
        className="input"
        id={id}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
