import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

export interface QuestionView {
  id: string;
  question: string;
  answer: string;
}

interface QuestionListProps {
  questions: readonly QuestionView[];
  /** The question whose answer is open from the start. */
  openId?: string | null;
  /** Heading level of the questions. */
  level?: 2 | 3;
  /** Every answer ends with a link to itself. */
  linked?: boolean;
}

/**
 * Questions that open on a press. The address of an answer is `#question-12`: browsers open a fold for what lies in it, and
 * where they don't, script does; `?question=12` opens it on the server.
 */
export function QuestionList({ questions, openId, level = 3, linked }: QuestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const Title = `h${level}` as const;

  useEffect(() => {
    const answer = hash.startsWith("#question-") ? document.getElementById(hash.slice(1)) : null;
    const fold = answer?.closest("details");
    if (!fold || fold.open || !list.current?.contains(fold)) return;
    fold.open = true;
    fold.scrollIntoView({ block: "start" });
  }, [hash]);

  return (
    <div ref={list} className="question-list">
      {questions.map(({ id, question, answer }) => (
        <details key={id} className="disclosure" open={id === openId}>
          <summary>
            <Title>{question}</Title>
          </summary>
          <div className="disclosure-content" id={`question-${id}`}>
            <p>{answer}</p>
            {linked && (
              <p className="fine-print">
                <a href={`/q&a/?question=${encodeURIComponent(id)}#question-${id}`}>Ссылка на этот ответ</a>
              </p>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
