import { formatPoints, pointsUnit } from "../../lib/points";
import { Odometer } from "../../ui/core/odometer";

/** The balance that the instrument shows and ExampleYear explains. */
export const EXAMPLE_POINTS = 12_450;

const FULL_SCALE = 20_000;
const SWEEP_DEGREES = 240;
const CENTRE = 180;

/** A dashboard instrument. Its needle and odometer turn from zero to EXAMPLE_POINTS, in CSS. */
export function Instrument() {
  return (
    <>
      <svg className="drawing home-dial" viewBox="0 0 360 268" aria-hidden="true">
        <path className="drawing-guide" d={`M${CENTRE} 4V264M8 ${CENTRE}H352`} />
        <path d={drawArc(164)} />
        <path d={drawArc(156)} strokeWidth=".75" />
        <path
          d={drawArc(152)}
          pathLength="40"
          strokeDasharray=".1 .9"
          strokeDashoffset=".05"
          strokeWidth="8"
          strokeLinecap="butt"
        />
        <path
          d={drawArc(147)}
          pathLength="8"
          strokeDasharray=".05 .95"
          strokeDashoffset=".025"
          strokeWidth="18"
          strokeLinecap="butt"
        />
        <path
          className="drawing-accent"
          d={drawArc(126, 0, EXAMPLE_POINTS / FULL_SCALE)}
          strokeWidth="6"
          strokeLinecap="butt"
        />
        <path d={drawArc(126, EXAMPLE_POINTS / FULL_SCALE, 1)} strokeWidth=".75" strokeDasharray="3 3" />
        {[0, 5, 10, 15, 20].map((thousands) => {
          const [x, y] = pointOnDial(104, (thousands * 1000) / FULL_SCALE);
          return (
            <text key={thousands} x={x} y={y + 6}>
              {`${thousands} `}
            </text>
          );
        })}
        <text className="home-dial-small" x={CENTRE} y={236}>
          баллы&nbsp;×&nbsp;1000
        </text>{" "}
        <path className="home-dial-needle" d="M175 204l1-100 4-42 4 42 1 100z" />
        <path className="home-dial-nut" d="M164 171l16-9 16 9v18l-16 9-16-9z" />
        <circle cx={CENTRE} cy={CENTRE} r="5" />
      </svg>
      <Odometer
        value={EXAMPLE_POINTS}
        label={formatPoints(EXAMPLE_POINTS)}
        unit={pointsUnit(EXAMPLE_POINTS)}
        minDigits={6}
        size="large"
        turn
      />
    </>
  );
}

/** The point of the dial at `share` of the scale (0 to 1), clockwise from its lower left end. */
function pointOnDial(radius: number, share: number): [number, number] {
  const angle = ((share - 0.5) * SWEEP_DEGREES * Math.PI) / 180;
  return [round(CENTRE + radius * Math.sin(angle)), round(CENTRE - radius * Math.cos(angle))];
}

function drawArc(radius: number, from = 0, to = 1): string {
  const isLong = (to - from) * SWEEP_DEGREES > 180 ? 1 : 0;
  return `M${pointOnDial(radius, from).join(" ")}A${radius} ${radius} 0 ${isLong} 1 ${pointOnDial(radius, to).join(" ")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
