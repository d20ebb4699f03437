import type { WebVital } from '@tomekeeper/contracts-federation';
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';

/** Measures web vitals, each once per page load. */
export function measure(tell: (vital: Pick<WebVital, 'name' | 'value'>) => void): void {
  const told = new Set<string>();
  const once = ({ name, value }: Metric) => {
    if (told.has(name)) return;
    told.add(name);
    tell({ name, value: Math.round(value * 1_000) / 1_000 });
  };
  for (const watch of [onLCP, onCLS, onINP, onFCP, onTTFB]) watch(once);
}
