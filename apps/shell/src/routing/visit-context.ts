import { createContext, useContext } from 'react';
import type { Routing, Visit } from '@tomekeeper/remote-kit';

/** Current location and route parameters. */
interface VisitedRoute {
  place: Visit;
  params: ReturnType<Routing['useParams']>;
}

const NOWHERE: VisitedRoute = {
  place: { pathname: '/', search: '', hash: '', key: '' },
  params: {},
};

export const VisitContext = createContext(NOWHERE);
export const useLocation = () => useContext(VisitContext).place;
export const useParams = () => useContext(VisitContext).params;
