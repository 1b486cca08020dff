import { Link } from "@remix-run/react";

/** The first questions, as links to their answers. The answers themselves would make the page too heavy. */
export function FrequentQuestions({ questions }: { questions: readonly { id: string; question: string }[] }) {
  return (
    <ul className="home-questions">
      {questions.map(({ id, question }) => (
        <li key={id}>
          <Link to={`/q&a/?question=${encodeURIComponent(id)}#question-${id}`}>{question}</Link>
        </li>
      ))}
    </ul>
  );
}
