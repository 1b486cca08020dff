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
  /** Whether every answer ends with a link to itself. */
  linked?: boolean;
}

/**
 * Questions with collapsible answers. An address ending in `#question-12` opens that answer: by the browser, or by script in
 * older browsers. Without script, `?question=12` makes the server open it.
 */
export function QuestionList({ questions, openId, level = 3, linked }: QuestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const Title = `h${level}` as const;

  useEffect(() => {
    const answer = hash.startsWith("#question-") ? document.getElementById(hash.slice(1)) : null;
    const details = answer?.closest("details");
    if (!details || details.open || !list.current?.contains(details)) return;
    details.open = true;
    details.scrollIntoView({ block: "start" });
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
