import type { Catalogue } from './catalogue.ts'
import { listIn, paramAmountIn } from './written.ts'

const amount = paramAmountIn('id')
const list = listIn('id')

export const id: Catalogue = {
  bad_request: (p) => `Permintaan ini tidak dapat dibaca: ${p['field']}: ${p['problem']}.`,
  session_expired: () => 'Silakan masuk.',
  permission_denied: () => 'Akses ditolak.',
  unknown_call: () => 'Permintaan ini tidak dikenal.',
  in_progress: () => 'Ini sedang diproses. Mohon tunggu sebentar.',
  body_too_large: () => 'Ukurannya terlalu besar untuk dikirim.',
  key_reused: () => 'Tindakan ini sudah pernah dikirim dengan isi yang berbeda.',
  update_required: () => 'Perbarui aplikasi untuk melanjutkan.',
  too_many_requests: () => 'Terlalu banyak permintaan. Mohon tunggu sebentar.',
  internal: () => 'Terjadi kesalahan di pihak kami. Tidak ada yang berubah; silakan coba lagi.',
  unavailable: () => 'Layanan sedang sibuk. Silakan coba sebentar lagi.',
  not_built: () => 'Bagian ini belum dibuat.',
  not_found: () => 'Data ini tidak ditemukan.',
  redeem_wrong: (p) =>
    `Kode ${p['code'] ?? ''} tidak dapat ditukar: tidak dikenal, habis, kedaluwarsa, atau sudah pernah Anda pakai.`,
  lucky_balls_needed: (p) => `Pembelian ini memakai ${p['balls']} Lucky Ball.`,
  points_amount_wrong: () => 'Jumlah poin salah.',
  points_insufficient: () => 'Poin Anda tidak cukup untuk ini.',
  level_insufficient: (p) => `Ini memerlukan level ${p['needed']}; level Anda ${p['level']}.`,
  credentials_wrong: () => 'Nomor telepon atau kata sandi salah.',
  captcha_wrong: () => 'Pemeriksaan keamanan gagal. Silakan coba lagi.',
  code_wrong: () => 'Kode verifikasi salah.',
  account_exists: () => 'Nomor telepon ini sudah terdaftar.',
  invite_code_unknown: () => 'Kode undangan ini tidak dikenal.',
  wait_for_countdown: (p) => `Kode baru saja dikirim. Minta lagi dalam ${p['seconds']} detik.`,
  attempts_exhausted: (p) => `Terlalu banyak percobaan. Coba lagi dalam ${p['minutes']} menit.`,
  stock_gone: () => 'Orang lain lebih cepat: unit yang tersisa tidak cukup. Saldo Anda tidak berkurang.',
  purchase_limit_reached: (p) => `Anda dapat memiliki paling banyak ${p['limit']} unit produk ini.`,
  balance_insufficient: () => 'Saldo dompet ini tidak cukup. Saldo Anda tidak berkurang.',
  order_not_payable: () => 'Pesanan ini tidak dapat dibayar lagi. Silakan mulai dari awal.',
  coupon_unusable: () => 'Kupon ini tidak dapat dipakai di sini.',
  price_changed: () => 'Harga telah berubah. Silakan lihat angka terbaru.',
  already_signed: () => 'Anda sudah check-in untuk hari ini.',
  nothing_to_claim: () => 'Belum ada yang bisa diklaim.',
  already_cancelled: () => 'Pesanan ini sudah dibatalkan.',
  cancellation_window_over: () => 'Waktu pembatalan pesanan ini sudah lewat.',
  transaction_password_wrong: (p) =>
    `Kata sandi transaksi salah. ${p['left'] ? `Sisa ${p['left']} percobaan.` : 'Percobaan habis untuk sementara: atur ulang dengan kode, atau coba lagi nanti.'}`,
  changed_meanwhile: () => 'Data ini sudah diubah di perangkat lain. Pilih versi yang dipakai.',
  address_limit_reached: (p) => `Anda dapat menyimpan paling banyak ${p['limit']} alamat.`,
  deposit_not_offered: () =>
    'Deposito ini sedang tidak ditawarkan: dana cadangan untuk bunganya tidak cukup. Tidak ada uang yang dipindahkan.',
  deposit_ended: () => 'Deposito ini sudah berakhir.',
  transaction_password_missing: () => 'Buat kata sandi transaksi terlebih dahulu: ini memerlukannya.',
  transaction_password_needed: () => 'Masukkan kata sandi transaksi Anda.',
  transaction_password_known: () =>
    'Anda sudah punya kata sandi transaksi. Ubah dengan yang lama, atau atur ulang dengan kode.',
  seal_unreadable: () => 'Isi yang dienkripsi tidak dapat dibaca lagi. Silakan coba lagi.',
  card_number_wrong: () => 'Nomor kartu atau kode keamanannya salah. Mohon diperiksa.',
  card_expired: () => 'Kartu ini sudah kedaluwarsa.',
  card_known: () => 'Kartu ini sudah tertaut.',
  card_limit_reached: (p) => `Anda dapat menautkan paling banyak ${p['limit']} kartu.`,
  card_bill_open: () => 'Masih ada tagihan kartu ini yang belum lunas. Silakan lunasi dahulu.',
  card_bill_closed: () => 'Tagihan ini sudah lunas.',
  budget_used_up: () => 'Dana untuk pembayaran ini sedang habis. Tidak ada yang hilang; silakan coba lagi nanti.',
  not_receivable_yet: () => 'Ini belum dapat diterima: dapat diterima begitu rekening pembayarnya diisi.',
  contract_not_offered: () => 'Saat ini operator tidak menawarkan kontrak kepada Anda.',
  contract_in_review: () => 'Kontrak Anda sedang ditinjau. Anda dapat mengubahnya setelah selesai.',
  account_in_use: (p) =>
    `Akun ini belum bisa dihapus. Masih ada: ${list(p['obstacles'], { wallets: 'saldo di dompet', income: 'penghasilan yang belum diklaim', deposits: 'deposito berjangka', withdrawals: 'penarikan yang sedang berjalan', pay: 'gaji dari kontrak', bills: 'tagihan kartu', topUps: 'isi saldo yang sedang berjalan' })}. Tarik, klaim, atau selesaikan dulu.`,
  card_unusable: () => 'Kartu ini tidak dapat menerima penarikan. Silakan pilih kartu yang aktif.',
  amount_out_of_range: (p) => `Jumlahnya harus antara ${amount(p, 'least')} dan ${amount(p, 'most')}.`,
  daily_limit_reached: (p) => `Hari ini Anda masih dapat menarik ${amount(p, 'left')}.`,
  top_up_limit_reached: (p) =>
    `Sudah ada ${p['limit']} isi saldo yang terbuka. Selesaikan salah satu, atau tunggu sampai ada yang habis waktunya.`,
  rail_unavailable: () => 'Cara isi saldo ini sedang tidak tersedia. Silakan pilih cara lain.',
}
