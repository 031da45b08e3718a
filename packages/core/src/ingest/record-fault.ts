import type { RecordFault, RejectReason } from "./record.js";

/** Thrown where a value of a record cannot be used; {@link orFault} makes it the fault of its record. */
export class RefusedValue extends Error {
  readonly reason: RejectReason;

  constructor(reason: RejectReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The result of `read`, or the fault. Whatever `read` throws becomes the fault of its record, so one record never ends
 * a run.
 */
export function orFault<Value>(read: () => Value): Value | RecordFault {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RefusedValue) return { fault: cause.reason, message: cause.message };
    // Only deep nesting can overflow the stack here.
    if (cause instanceof RangeError && /call stack/i.test(cause.message)) {
      return { fault: "malformed_record", message: "The record is nested too deeply to be read." };
    }
    const message = cause instanceof Error ? cause.message : String(cause);
    return { fault: "malformed_record", message: `The record cannot be read: ${message}` };
  }
}

/** The good parts of a page and the faults of the others, in their order. */
export function eachOrFault<Part, Value extends object>(
  parts: readonly Part[],
  read: (part: Part) => Value | RecordFault,
): { readonly good: Value[]; readonly faults: RecordFault[] } {
  const good: Value[] = [];
  const faults: RecordFault[] = [];
  for (const part of parts) {
    const value = orFault(() => read(part));
    if ("fault" in value) faults.push(value);
    else good.push(value);
  }
  return { good, faults };
}
