// A process whose machine has a clock that is off.
const offMs = Number(process.env.TEST_CLOCK_OFF_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  // Its own, since Next replaces the class by one with the same members.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;

  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offMs);
    else super(...values);
  }

  static now() {
    return RealDate.now() + offMs;
  }
};
