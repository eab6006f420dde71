// What every page of content needs, fetched at once.
export { prepare } from '../first-html/prepare'
export { ContentRoute } from './ContentRoute'
export { NotFoundPage } from './NotFoundPage'
