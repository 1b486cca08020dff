import { Drawing, type DrawingProps } from "../../core/drawing";

/** A spark plug, with the spark. */
export function SparkPlug(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <path className="drawing-guide" d="M48 2v92" />
      <path d="M44 6h8v8h-8zM42 14h12l2 24H40zM41 20h14M41 26h14M40 32h16" />
      <path d="M34 38h28v12H34zM41 38v12M55 38v12" />
      <path d="M38 50h20v22H38zM38 55l20 3M38 61l20 3M38 67l20 3" />
      <path d="M46 72h4v6h-4zM56 72v14h-9" />
      <path className="drawing-accent" d="M34 80l-8-3M35 86l-8 3M38 90l-4 5M68 78l7-3M68 84l8 1" />
    </Drawing>
  );
}
