import type { ReactNode } from "react";

/**
 * The advantages as parts of an exploded drawing of a filter. The centre line runs through all of them when they are side by
 * side.
 */
export function Assembly() {
  return (
    <ol className="home-assembly">
      {PARTS.map(({ title, text, drawing }) => (
        <li key={title}>
          <svg className="drawing" viewBox="0 0 240 150" aria-hidden="true">
            <path className="drawing-guide" d="M0 70H240" />
            {drawing}
          </svg>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

interface Part {
  title: string;
  text: string;
  drawing: ReactNode;
}

const PARTS: readonly Part[] = [
  {
    title: "Балл равен рублю",
    text: "На телефон и на карту баллы уходят один к одному.",
    // a bolt with the club's hexagon head
    drawing: (
      <>
        <path d="M48 34h34v72H48zM48 52h34M48 88h34M82 28h10v84H82z" />
        <path d="M92 48h92l8 8v28l-8 8H92z" />
        <path
          className="drawing-accent"
          d="M112 48l8 44M122 48l8 44M132 48l8 44M142 48l8 44M152 48l8 44M162 48l8 44M172 48l8 44"
          strokeWidth="2"
        />
        <path d="M65 106L30 146" strokeWidth=".75" />
      </>
    ),
  },
  {
    title: "Счёт всегда на виду",
    text: "Остаток — в шапке, каждое движение — в истории баллов.",
    // a sealing ring and a washer
    drawing: (
      <>
        <ellipse cx="92" cy="70" rx="19" ry="46" />
        <ellipse cx="92" cy="70" rx="10" ry="28" />
        <path d="M92 24h8q19 0 19 46t-19 46h-8" />
        <ellipse className="drawing-accent" cx="166" cy="70" rx="15" ry="40" strokeWidth="7" />
        <path d="M84 112L30 146" strokeWidth=".75" />
      </>
    ),
  },
  {
    title: "Сделки считаем сами",
    text: "Берём их из отчёта дистрибьютора. Вводить ничего не нужно.",
    // the pleated element
    drawing: (
      <>
        <path d="M40 22h16v96H40zM184 22h16v96h-16z" />
        <path d="M56 30h128v80H56z" />
        <path d="M68 30v80M80 30v80M104 30v80M116 30v80M128 30v80M140 30v80M164 30v80M176 30v80" strokeWidth=".75" />
        <path className="drawing-accent" d="M92 30v80M152 30v80" strokeWidth="3" />
        <path d="M62 110L30 146" strokeWidth=".75" />
      </>
    ),
  },
  {
    title: "Подарки — в пункт выдачи",
    text: "Город и пункт вы выбираете при заказе.",
    // the can
    drawing: (
      <>
        <path d="M36 16h20v108H36zM56 22h104q24 0 24 22v52q0 22-24 22H56z" />
        <path d="M184 56h14v28h-14M184 65h14M184 75h14" />
        <path className="drawing-accent" d="M84 22v96M96 22v96" strokeWidth="3" />
        <path d="M112 44h44M112 56h28M62 34v72" strokeWidth=".75" />
        <path d="M46 124L30 146" strokeWidth=".75" />
      </>
    ),
  },
];
