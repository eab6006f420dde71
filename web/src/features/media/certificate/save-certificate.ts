import { fetchCertificate } from '../../../api/cards'
import { saveFile } from '../../../components/save-file'
import { siteFile } from '../card/templates'

/** Downloads the certificate of a visit; `date` is its day, for the file's name. */
export async function saveCertificate(site: string, bookingId: string, date: string): Promise<void> {
  saveFile(siteFile([site, 'certificate', date], 'pdf'), await fetchCertificate(bookingId))
}
