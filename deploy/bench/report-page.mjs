import { measuredOn } from '../../libs/tooling/test-runs/measured-on.mjs';

const PREFACE = `# Benchmarks

Written by \`npm run bench -- --write\`. Compare ratios within a section, not times of different days.`;

/**
 * Replaces these sections in the page and keeps all others.
 * @param {string} page current content, may be empty
 * @param {string[]} sections each with its heading
 */
export function withSections(page, sections) {
  const kept = new Map(
    page
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [headingOf(part), part.trim()]),
  );
  for (const section of sections) kept.set(headingOf(section), withProvenance(section));
  return `${[PREFACE, ...kept.values()].join('\n\n')}\n`;
}

/** @param {string} section */
const headingOf = (section) => section.split('\n', 1)[0] ?? '';

/**
 * Adds date, commit and machine of the measurement to a section.
 * @param {string} section
 */
function withProvenance(section) {
  const [heading, ...rest] = section.split('\n');
  return [heading, '', measuredOn(), ...rest].join('\n');
}
