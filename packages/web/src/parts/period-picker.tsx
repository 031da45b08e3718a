import { go, withFilters } from "../address.js";
import { dayText, isDay } from "../days.js";
import { namespaces } from "../namespaces.js";
import { lengths, today, usePeriod } from "../period.js";

/** Whether any operation can answer as of an earlier time. */
const knowsAsOf = namespaces.some(({ operations }) =>
  Object.values(operations).some(({ parameters }) => parameters.includes("as_of")),
);

/** Chooses the period; the choice is part of the address. */
export function PeriodPicker() {
  const period = usePeriod();
  const current = today();
  const choose = (to: string) => {
    if (to === "" || isDay(to)) go(withFilters({ to: to >= current ? null : to }));
  };
  return (
    <div class="picker" role="group" aria-label="Period">
      <div class="segments">
        {lengths.map((days) => (
          <a
            key={days}
            href={withFilters({ days: days === 7 ? null : String(days) })}
            aria-current={days === period.days ? "true" : undefined}
          >
            {days === 1 ? "1 day" : `${days} days`}
          </a>
        ))}
      </div>
      <label class="field">
        <span>up to</span>
        <input type="date" value={period.to} max={current} onChange={(event) => choose(event.currentTarget.value)} />
      </label>
      {knowsAsOf && (
        <label class="field">
          <span>as known on</span>
          <input
            type="date"
            value={period.asOf ?? ""}
            max={current}
            onChange={(event) => go(withFilters({ as_of: event.currentTarget.value }))}
          />
        </label>
      )}
      <span class="quiet number">
        {period.days === 1 ? dayText(period.to, true) : `${dayText(period.from)} – ${dayText(period.to, true)}`}
        {period.isLive ? ", today so far" : ""} · UTC
      </span>
    </div>
  );
}
