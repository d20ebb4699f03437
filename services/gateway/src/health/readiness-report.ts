/** The whole installation, part by part. */
export interface ReadinessReport {
  /** `degraded`: every service and part answers, but not every one of a service's processes. */
  status: 'ok' | 'degraded' | 'unavailable';
  /** `identity`, `identity.database`, `campaign[2]`, …: `ok`, or what is wrong. */
  parts: Parts;
}

export type Parts = Record<string, string>;

/** @param services each with what its processes said of their parts; undefined for one that said nothing */
export function readinessReport(
  services: Record<string, readonly (Parts | undefined)[]>,
): ReadinessReport {
  const shared: Parts = {};
  const single: Parts = {};
  for (const [name, processes] of Object.entries(services)) {
    Object.assign(shared, sharedParts(name, processes));
    if (processes.length > 1)
      processes.forEach((parts, at) =>
        Object.assign(single, partsNotOk(`${name}[${at + 1}]`, parts)),
      );
  }
  const isFine = (parts: Parts) => Object.values(parts).every((state) => state === 'ok');
  return {
    status: !isFine(shared) ? 'unavailable' : isFine(single) ? 'ok' : 'degraded',
    parts: { ...shared, ...single },
  };
}

/** What people have of a service: where one of its processes is well, all of it. */
function sharedParts(name: string, processes: readonly (Parts | undefined)[]): Parts {
  const answered = processes.filter((parts) => parts !== undefined);
  const together: Parts = {
    [name]: answered.length > 0 ? 'ok' : 'unavailable',
  };
  for (const part of new Set(answered.flatMap((parts) => Object.keys(parts)))) {
    const states = answered.map((parts) => parts[part] ?? 'ok');
    together[`${name}.${part}`] = states.find((state) => state === 'ok') ?? states[0] ?? 'ok';
  }
  return together;
}

/** The process itself answered; below it stands only what is not well. */
function partsNotOk(name: string, parts: Parts | undefined): Parts {
  if (!parts) return { [name]: 'unavailable' };
  const notOk = Object.entries(parts).filter(([, state]) => state !== 'ok');
  return {
    [name]: 'ok',
    ...Object.fromEntries(notOk.map(([part, state]) => [`${name}.${part}`, state])),
  };
}
