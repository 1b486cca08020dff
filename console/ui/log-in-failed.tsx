import { ErrorSummary } from "./field";

/** A log-in at a provider didn't succeed. */
export function LogInFailed({ message }: { message: string }) {
  return (
    <div className="card card--narrow">
      <ErrorSummary message={message} />
      <h1>Вход не удался</h1>
      <p>
        <a className="button" href="/login">
          Вернуться ко входу
        </a>
      </p>
    </div>
  );
}
