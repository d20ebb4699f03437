import { brand } from './brand';

export interface LogoProps {
  /** Edge length in pixels. */
  size?: number;
  /** Hidden from screen readers, for use next to the name. */
  decorative?: boolean;
}

/** Logo: the front of a closed book whose clasp is a keyhole. Uses the text color. */
export function Logo({ size = 24, decorative = false }: LogoProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': brand.name })}
    >
      <path
        fillRule="evenodd"
        d="M6.5 1.5h12a2 2 0 0 1 2 2v17a2 2 0 0 1-2 2h-12a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3Zm0 1.75a1.25 1.25 0 0 0-1.25 1.25v12.3a3 3 0 0 1 1.25-.3v-13.25Zm0 15a1.25 1.25 0 0 0 0 2.5h12.25v-2.5H6.5ZM13.4 5.6a2.6 2.6 0 0 0-1.35 4.82l-.95 3.83a.5.5 0 0 0 .49.62h3.62a.5.5 0 0 0 .49-.62l-.95-3.83A2.6 2.6 0 0 0 13.4 5.6Z"
      />
    </svg>
  );
}
