import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('id')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('id')

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? ` ${of(p, p.paidDebt)} di antaranya melunasi utang Anda.` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` Anda berutang ${of(p, p.owed)} dari jumlah itu. ${of(p, p.pending)} di antaranya masih menunggu diklaim, dan mengklaimnya melunasi utang itu.` +
        (p.owed === p.pending ? '' : ' Uang lain yang masuk ke dompet itu membayar sisanya lebih dulu.')
      : ` Dompet itu tidak lagi berisi semuanya, jadi Anda berutang ${of(p, p.owed)}. Uang yang masuk berikutnya ke dompet itu membayarnya lebih dulu.`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined ? '' : ` Bersamanya ${p.growth} poin level ikut diambil kembali. Level Anda tetap.`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` Untuk pesanan yang telah dibatalkan, ${of(p, p.refunded.recharge.amount)} lagi sudah kembali ke dompet isi ulang Anda.${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` Untuk pesanan yang telah dibatalkan, ${of(p, p.refunded.income.amount)} lagi sudah kembali ke dompet penghasilan Anda.${paid({ ...p, ...p.refunded.income })}`)

export const id: Catalogue = {
  topup_received: (p) => ({
    title: 'Isi saldo diterima',
    line: `${amount(p)} sudah masuk ke dompet isi ulang Anda.${paid(p)}`,
    push: 'Sudah masuk ke dompet isi ulang Anda.',
  }),
  topup_under_review: (p) => ({
    title: 'Pembayaran sedang ditinjau',
    line: `Kami menerima laporan pembayaran ${amount(p)} untuk Anda. Kami memeriksa pembayaran besar sebelum mengkreditkannya dan akan memberi tahu hasilnya.`,
    push: 'Pembayaran besar sedang diperiksa sebelum dikreditkan.',
  }),
  topup_declined: (p) => ({
    title: 'Pembayaran tidak dikreditkan',
    line: `${amount(p)} tidak dikreditkan ke dompet Anda: ${p.reason}`,
    push: 'Buka aplikasi untuk melihat alasannya.',
  }),
  money_taken_back: (p) => ({
    title: 'Uang diambil kembali',
    line: `${amount(p)} diambil kembali dari Anda: ${asSentence(p.reason)}` + owes(p) + growth(p) + refunded(p),
    push: 'Buka dompet Anda untuk melihat alasannya.',
  }),
  money_given_back: (p) => ({
    title: 'Uang dikembalikan',
    line: `${amount(p)} yang diambil kembali dari Anda sudah ada lagi di dompet isi ulang Anda: ${asSentence(p.reason)}${paid(p)}`,
    push: 'Buka dompet Anda untuk melihat alasannya.',
  }),
  order_paid: (p) => ({
    title: 'Pesanan dibayar',
    line: `${p.quantity} unit ${p.product} kini milik Anda dan mulai menghasilkan.`,
    push: `Unit ${p.product} kini milik Anda dan mulai menghasilkan.`,
  }),
  order_cancelled: (p) => ({
    title: 'Pesanan dibatalkan',
    line:
      p.amount === 0
        ? `Pesanan Anda untuk ${p.product} sudah dibatalkan. Tidak ada uang yang perlu dikembalikan.`
        : `${amount(p)} untuk ${p.product} sudah kembali ke dompet asalnya.${paid(p)}`,
    push: p.amount === 0 ? 'Tidak ada uang yang perlu dikembalikan.' : 'Pembayaran sudah kembali ke dompet asalnya.',
  }),
  income_settled: (p) => ({
    title: 'Penghasilan dibagikan',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `Unit yang masanya berakhir pada ${day(p.day)} menghasilkan ${amount(p)} sejak terakhir dibagikan. Siap diklaim.`
          : `Mesin Anda menghasilkan ${amount(p)} pada ${day(p.day)}. Siap diklaim.`
        : p.hasEnded
          ? `Unit yang masanya sudah berakhir menghasilkan ${amount(p)} sejak terakhir dibagikan. Dibagikan pada ${day(p.paidOn)}. Siap diklaim.`
          : `Penghasilan ${amount(p)} dari mesin Anda dibagikan pada ${day(p.paidOn)}. Siap diklaim.`,
    push: 'Mesin Anda sudah menghasilkan. Siap diklaim.',
  }),
  points_order_shipped: (p) => ({
    title: 'Paket dikirim',
    line: `${localized('id', p.goods)} sudah dikirim.`,
  }),
  points_order_refunded: (p) => ({
    title: 'Poin dikembalikan',
    line: `${p.points} koin emas untuk ${localized('id', p.goods)} sudah kembali kepada Anda.`,
    push: 'Koin emas sudah kembali kepada Anda.',
  }),
  machine_stopped: (p) => ({
    title: 'Mesin berhenti',
    line: `${p.product} dijeda atau rusak. Tidak ada hasil sampai beroperasi lagi.`,
  }),
  machine_running: (p) => ({ title: 'Mesin beroperasi lagi', line: `${p.product} beroperasi lagi dan menghasilkan.` }),
  machine_closed: (p) => ({
    title: 'Mesin ditutup',
    line:
      `${p.product} ditutup untuk selamanya, dan unitnya telah berakhir.` +
      (p.ended === 0 ? '' : ' Penghasilannya sampai saat itu dibagikan dalam dua jam.') +
      (p.amount === 0 ? '' : ` ${amount(p)} sudah kembali ke dompet asalnya.${paid(p)}`) +
      ` Alasan: ${p.reason}`,
    push: 'Mesin yang unitnya Anda miliki ditutup untuk selamanya. Buka aplikasi untuk melihat alasannya dan apa yang kembali kepada Anda.',
  }),
  unit_expired: (p) => ({
    title: 'Masa berakhir',
    line: `${p.units} unit ${p.product} Anda telah mencapai akhir masanya. Penghasilan terakhirnya sudah dibagikan.`,
    push: `Unit ${p.product} Anda telah mencapai akhir masanya. Penghasilan terakhirnya sudah dibagikan.`,
  }),
  deposit_matured: (p) => ({
    title: 'Deposito jatuh tempo',
    line: `${amount(p)} sudah kembali ke dompet asalnya, dan bunga ${of(p, p.interest)} sudah masuk ke dompet penghasilan Anda.${paid(p)}`,
    push: 'Dana dan bunganya sudah masuk ke dompet Anda.',
  }),
  withdrawal_requested: (p) => ({
    title: 'Penarikan diajukan',
    line: `${amount(p)} ke ${p.card} sedang diperiksa.`,
    push: 'Pengajuan Anda sedang diperiksa.',
  }),
  withdrawal_approved: (p) => ({
    title: 'Penarikan disetujui',
    line: `${amount(p)} akan dikirim ke ${p.card} setelah ini.`,
    push: 'Uangnya akan dikirim setelah ini.',
  }),
  withdrawal_sent: (p) => ({
    title: 'Penarikan dikirim',
    line: `${amount(p)} sudah dikirim ke ${p.card}.`,
    push: 'Bank sedang mengirimnya ke kartu Anda.',
  }),
  withdrawal_arrived: (p) => ({
    title: 'Penarikan tiba',
    line: `${amount(p)} sudah tiba di ${p.card}.`,
    push: 'Sudah tiba di kartu Anda.',
  }),
  withdrawal_returned: (p) => ({
    title: 'Penarikan dikembalikan',
    line: `Seluruh jumlah, ${amount(p)}, sudah kembali ke dompet penghasilan Anda: ${returnReasonIn('id', p.reason)}${paid(p)}`,
    push: 'Seluruh jumlah sudah kembali ke dompet penghasilan Anda.',
  }),
  contract_approved: (p) => ({
    title: 'Kontrak disetujui',
    line: `Kontrak Anda sudah ditinjau dan disetujui.${p.firstPaidOn ? ` Minggu pertama yang dibayar menurut kontrak ini dimulai ${day(p.firstPaidOn)}.` : ''}`,
  }),
  contract_returned: (p) => ({
    title: 'Kontrak dikembalikan',
    line: `Kontrak Anda sudah ditinjau dan dikembalikan: ${p.remark}`,
    push: 'Kontrak Anda sudah ditinjau dan dikembalikan.',
  }),
  contract_ended: (p) => ({
    title: 'Akhir kontrak Anda',
    line: [
      `Hari terakhir kontrak Anda adalah ${day(p.day)}.`,
      p.isPaid === false
        ? 'Tidak ada minggu penuh sebelum hari itu, jadi tidak ada yang dibayar.'
        : 'Setiap minggu penuh sampai hari itu dibayar.',
      p.nextOn ? `Perubahan yang sudah disetujui dibayar mulai ${day(p.nextOn)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  pool_won: (p) => ({
    title: 'Bagian dari kumpulan hadiah',
    line: `${p.points} koin emas dari putaran yang ditutup siap diklaim.`,
    push: 'Bagian Anda dari kumpulan hadiah siap diklaim.',
  }),
  pay_ready: (p) => ({
    title: 'Gaji siap diklaim',
    line: `Gaji Anda ${amount(p)} siap diklaim.`,
    push: 'Gaji Anda siap diklaim.',
  }),
  phone_changed: (p) => ({
    title: 'Nomor telepon diganti',
    line: `Anda kini masuk dengan ${p.phone}. Jika bukan Anda, segera hubungi layanan pelanggan.`,
    push: 'Anda kini masuk dengan nomor lain.',
  }),
  new_device: () => ({
    title: 'Perangkat baru',
    line: 'Ada yang masuk ke akun Anda di perangkat baru. Jika itu bukan Anda, segera keluarkan perangkat itu di aplikasi dan ubah kata sandi.',
    push: 'Ada yang masuk ke akun Anda di perangkat baru.',
  }),
  password_changed: () => ({
    title: 'Kata sandi diubah',
    line: 'Kata sandi masuk Anda telah diubah. Jika itu bukan Anda, segera atur ulang kata sandi dengan kode dan hubungi layanan pelanggan.',
    push: 'Kata sandi masuk Anda telah diubah.',
  }),
  transaction_password_changed: () => ({
    title: 'Kata sandi transaksi diubah',
    line: 'Kata sandi transaksi Anda telah dibuat atau diubah. Jika itu bukan Anda, segera atur ulang kata sandi dengan kode dan hubungi layanan pelanggan.',
    push: 'Kata sandi transaksi Anda telah dibuat atau diubah.',
  }),
  card_added: () => ({
    title: 'Kartu ditambahkan',
    line: 'Sebuah kartu bank ditambahkan ke akun Anda. Jika itu bukan Anda, segera atur ulang kata sandi dengan kode dan hubungi layanan pelanggan.',
    push: 'Sebuah kartu bank ditambahkan ke akun Anda.',
  }),
  card_billed: (p) => ({
    title: 'Tagihan kartu',
    line: p.isFee
      ? `Biaya tahunan ${amount(p)} untuk kartu Anda ${p.card} jatuh tempo pada ${day(p.day)}. Anda bisa membayarnya dari dompet.`
      : `Tagihan ${amount(p)} untuk kartu Anda ${p.card} jatuh tempo pada ${day(p.day)}. Anda bisa membayarnya dari dompet.${p.what ? ` Keperluan: ${p.what}.` : ''}`,
    push: 'Ada tagihan kartu yang perlu dibayar.',
  }),
  card_bill_waived: (p) => ({
    title: 'Tagihan kartu dihapuskan',
    line: p.isFee
      ? `Anda tidak perlu lagi membayar biaya tahunan ${amount(p)} untuk kartu Anda ${p.card}: ${p.reason}`
      : `Anda tidak perlu lagi membayar tagihan ${amount(p)} untuk kartu Anda ${p.card}${p.what ? ` (${p.what})` : ''}: ${p.reason}`,
    push: 'Ada tagihan kartu yang tidak perlu Anda bayar lagi. Buka aplikasi untuk melihat alasannya.',
  }),
  card_fee_raised: (p) => ({
    title: 'Biaya tahunan kartu Anda',
    line: `Kartu Anda ${p.card} dikenai biaya ${amount(p)} per tahun mulai ${day(p.day)}. Jika tidak ingin membayarnya, hapus kartu itu sebelum tanggal tersebut: biaya ini tidak akan ditagihkan.`,
    push: 'Biaya tahunan kartu Anda naik.',
  }),
  passkey_added: () => ({
    title: 'Kunci sandi ditambahkan',
    line: 'Sebuah kunci sandi ditambahkan ke akun Anda. Jika itu bukan Anda, segera atur ulang kata sandi dengan kode dan hubungi layanan pelanggan.',
    push: 'Sebuah kunci sandi ditambahkan ke akun Anda.',
  }),
  level_reached: (p) => ({
    title: 'Level tercapai',
    line: `Anda mencapai level ${p.level}. Anda mendapat ${p.points} koin emas.`,
    push: 'Anda mencapai level baru dan mendapat koin emas.',
  }),
  invited_registered: (p) => ({
    title: 'Ada yang bergabung dengan kode Anda',
    line: `${p.name} telah mendaftar. ${p.goldCoins} koin emas siap diklaim.`,
    push: 'Koin emas Anda siap diklaim.',
  }),
  article_published: (p) => ({ title: 'Berita', line: localized('id', p.titles) }),
  server_restored: (p) => ({
    title: 'Server dipulihkan',
    line: `Server kami dipulihkan ke keadaan ${day(p.day)} pukul ${p.time} UTC. Yang Anda lakukan sesudahnya mungkin hilang. Periksa dompet, pesanan, dan penarikan dana Anda.`,
    push: 'Sesuatu yang baru Anda lakukan mungkin hilang. Buka aplikasi untuk memeriksa.',
  }),
  terms_changed: (p) => ({ title: 'Ketentuan berubah', line: `Baca apa yang baru: ${localized('id', p.titles)}` }),
}
