import { createPath, type Navigator, type To } from 'react-router-dom';
import type { AppHistory } from './history';

/** The shell's history, as React Router wants one. */
export function createNavigator(history: AppHistory): Navigator {
  const path = (to: To) => (typeof to === 'string' ? to : createPath(to));
  return {
    createHref: path,
    go: (steps) => window.history.go(steps),
    push: (to) => history.navigate(path(to)),
    replace: (to) => history.navigate(path(to), { replace: true }),
  };
}
