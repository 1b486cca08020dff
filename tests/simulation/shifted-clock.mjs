// Loaded before a program of the simulation: shifts its clock by the milliseconds that the simulation sends, as when somebody
// sets the computer's clock. The program ends when the simulation has ended.
let shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shift);
    else super(...values);
  }
  static now() {
    return RealDate.now() + shift;
  }
};

process.on("message", (milliseconds) => {
  shift = milliseconds;
});
process.on("disconnect", () => process.exit());
process.channel?.unref();
