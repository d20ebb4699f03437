import { useMemo } from 'react';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { When } from './when';
import { instantOf, ownTimeZone, timeZones, type LocalTime } from './zoned-time';
import styles from './schedule.module.css';

/** Date, time and zone as typed; without a date there is no schedule. */
export interface Schedule extends LocalTime {
  zone: string;
}

/** A schedule without a date, with the usual time of a session. */
export const emptySchedule = (zone: string): Schedule => ({ date: '', time: '19:00', zone });

interface ScheduleFieldsProps {
  value: Schedule;
  error?: string | undefined;
  onChange: (value: Schedule) => void;
}

/** Fields for date, time and time zone, with the instant in the viewer's own zone below. */
export function ScheduleFields({ value, error, onChange }: ScheduleFieldsProps) {
  const { date, time, zone } = value;
  const zones = useMemo(() => timeZones(zone, ownTimeZone()), [zone]);
  const instant = instantOf(value, zone);
  return (
    <>
      <div className={styles.dateAndTime}>
        <TextField
          label="Date"
          type="date"
          optional
          value={date}
          error={error}
          onChange={({ target }) => onChange({ ...value, date: target.value })}
        />
        <TextField
          label="Time"
          type="time"
          value={time}
          onChange={({ target }) => onChange({ ...value, time: target.value })}
        />
      </div>
      <SelectField
        label="Time zone"
        description={
          instant && zone !== ownTimeZone() ? (
            <>
              For you: <When moment={instant} />
            </>
          ) : (
            'Everyone sees the date in their own time zone.'
          )
        }
        options={zones.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
        value={zone}
        onChange={(chosen) => onChange({ ...value, zone: chosen })}
      />
    </>
  );
}

/** Returns the fields' request values; an error for a time without a date, or the reverse. */
export function requestOf({ date, time, zone }: Schedule) {
  if (date === '') return { starts_at: null, time_zone: zone };
  const starts_at = instantOf({ date, time }, zone);
  return starts_at === undefined
    ? { error: 'Enter a date and a time.' }
    : { starts_at, time_zone: zone };
}
