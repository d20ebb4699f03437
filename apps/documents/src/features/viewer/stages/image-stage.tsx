import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { nameOf } from '../../documents-api/documents-api';
import { useKeptPlace } from '../../reader/reading-position/use-kept-place';
import { StageFailure, StageLoading } from './stage-message';
import styles from './stages.module.css';
import type { StageProps } from './stage-props';
import { useFreshAddress } from './use-fresh-address';
import { useZoom } from './zoom/use-zoom';
import type { Size } from './zoom/zoom';
import { ZoomBar } from './zoom/zoom-bar';

/** Image preview with zoom, initially fit to the window. */
export function ImageStage({ document, file, person }: StageProps) {
  const name = nameOf(document);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [natural, setNatural] = useState<Size>();
  const address = useFreshAddress(file);
  const [before, keep] = useKeptPlace(person, document.id);
  const [zoom = 0, x = 0.5, y = 0.5] = before ?? [];

  const zoomed = useZoom({
    stage,
    thing: picture,
    natural,
    start: zoom > 0 ? { zoom, middle: { x, y } } : undefined,
  });
  const note = () => {
    if (!natural) return;
    const middle = zoomed.middle();
    keep(zoomed.zoom === 'fit' ? [0] : [zoomed.zoom, middle.x, middle.y]);
  };
  const onZoom = useEffectEvent(note);
  useEffect(() => onZoom(), [zoomed.zoom]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomed.step('in');
    else if (event.key === '-') zoomed.step('out');
    else if (event.key === '0') zoomed.fit();
    else return;
    event.preventDefault();
  };

  if (address.failed) {
    return (
      <StageFailure title="This picture cannot be shown here.">
        It may be damaged, or of a kind that your browser does not know. Download it to look at it
        on your device.
      </StageFailure>
    );
  }
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <ZoomBar
          scale={zoomed.scale}
          isFit={zoomed.zoom === 'fit'}
          fitLabel="Whole picture"
          onStep={zoomed.step}
          onFit={zoomed.fit}
        />
      </div>
      {/* Focusable, so that arrow keys scroll it. */}
      <div
        ref={stage}
        className={styles.table}
        tabIndex={0}
        role="group"
        aria-label={`${name}. Plus and minus change its size, arrow keys move it.`}
        onKeyDown={onKeyDown}
        onScroll={note}
      >
        {!natural && <StageLoading>Loading the picture…</StageLoading>}
        <img
          ref={picture}
          className={styles.picture}
          src={address.url}
          alt={name}
          draggable={false}
          hidden={!natural}
          width={natural && Math.round(natural.width * zoomed.scale)}
          height={natural && Math.round(natural.height * zoomed.scale)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            // Fallback for an SVG without intrinsic size.
            setNatural({ width: naturalWidth || 1000, height: naturalHeight || 1000 })
          }
          onError={address.renew}
        />
      </div>
    </div>
  );
}
