import { Link } from "@remix-run/react";

/** The first questions, each a link to its open answer: the answers would make the page too heavy for the first view. */
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
