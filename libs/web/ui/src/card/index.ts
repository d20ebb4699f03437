export { Card, cardClass, type CardProps } from './card';
