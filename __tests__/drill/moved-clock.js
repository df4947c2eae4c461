/**
 * Moves the clock of a process and its threads, or of a page, by CLOCK_MOVED_MS: `new Date()` and `Date.now()` tell another
 * time, and timers run as before.
 */
const given = typeof process === 'undefined' ? globalThis : process.env;
const movedMs = Number(given.CLOCK_MOVED_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + movedMs;
const MovedDate = new Proxy(RealDate, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], asked === MovedDate ? target : asked),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;
