import { inAll } from './in-all.ts'

/** What rows of ours say in one language: names of levels, editions and coverings of the demo's offers, and its coupons. */
const words = [
  inAll('Member', 'Anggota', 'Ahli', 'Thành viên', 'สมาชิก', '会员', 'عضو'),
  inAll('Spark', 'Percik', 'Percik', 'Tia lửa', 'ประกาย', '火花', 'شرارة'),
  inAll('Current', 'Arus', 'Arus', 'Dòng điện', 'กระแส', '电流', 'تيار'),
  inAll('Circuit', 'Sirkuit', 'Litar', 'Mạch điện', 'วงจร', '电路', 'دارة'),
  inAll('Grid', 'Jaringan', 'Grid', 'Lưới điện', 'โครงข่าย', '电网', 'شبكة'),
  inAll('Dynamo', 'Dinamo', 'Dinamo', 'Đinamô', 'ไดนาโม', '发电机', 'دينامو'),

  inAll('One week', 'Satu minggu', 'Satu minggu', 'Một tuần', 'หนึ่งสัปดาห์', '一周', 'أسبوع واحد'),
  inAll('Two weeks', 'Dua minggu', 'Dua minggu', 'Hai tuần', 'สองสัปดาห์', '两周', 'أسبوعان'),
  inAll('One month', 'Satu bulan', 'Satu bulan', 'Một tháng', 'หนึ่งเดือน', '一个月', 'شهر واحد'),
  inAll('Three months', 'Tiga bulan', 'Tiga bulan', 'Ba tháng', 'สามเดือน', '三个月', 'ثلاثة أشهر'),
  inAll('Six months', 'Enam bulan', 'Enam bulan', 'Sáu tháng', 'หกเดือน', '六个月', 'ستة أشهر'),
  inAll('One year', 'Satu tahun', 'Satu tahun', 'Một năm', 'หนึ่งปี', '一年', 'سنة واحدة'),
  inAll('Two years', 'Dua tahun', 'Dua tahun', 'Hai năm', 'สองปี', '两年', 'سنتان'),
  inAll('Three years', 'Tiga tahun', 'Tiga tahun', 'Ba năm', 'สามปี', '三年', 'ثلاث سنوات'),
  inAll('11 kW, three months', '11 kW, tiga bulan', '11 kW, tiga bulan', '11 kW, ba tháng', '11 กิโลวัตต์ สามเดือน', '11 千瓦，三个月', '11 كيلوواط، ثلاثة أشهر'),
  inAll('120 kW, three years', '120 kW, tiga tahun', '120 kW, tiga tahun', '120 kW, ba năm', '120 กิโลวัตต์ สามปี', '120 千瓦，三年', '120 كيلوواط، ثلاث سنوات'),
  inAll('22 kW, three years', '22 kW, tiga tahun', '22 kW, tiga tahun', '22 kW, ba năm', '22 กิโลวัตต์ สามปี', '22 千瓦，三年', '22 كيلوواط، ثلاث سنوات'),
  inAll('50 kW, two years', '50 kW, dua tahun', '50 kW, dua tahun', '50 kW, hai năm', '50 กิโลวัตต์ สองปี', '50 千瓦，两年', '50 كيلوواط، سنتان'),
  inAll('60 kW, six months', '60 kW, enam bulan', '60 kW, enam bulan', '60 kW, sáu tháng', '60 กิโลวัตต์ หกเดือน', '60 千瓦，六个月', '60 كيلوواط، ستة أشهر'),
  inAll('7 kW, two years', '7 kW, dua tahun', '7 kW, dua tahun', '7 kW, hai năm', '7 กิโลวัตต์ สองปี', '7 千瓦，两年', '7 كيلوواط، سنتان'),
  inAll('Cargo, 18 months', 'Kargo, 18 bulan', 'Kargo, 18 bulan', 'Chở hàng, 18 tháng', 'ขนส่ง 18 เดือน', '货运，18 个月', 'نقل بضائع، 18 شهرًا'),
  inAll('City, one year', 'Kota, satu tahun', 'Bandar, satu tahun', 'Nội thành, một năm', 'ในเมือง หนึ่งปี', '城市款，一年', 'للمدينة، سنة واحدة'),
  inAll('Long range, 18 months', 'Jarak jauh, 18 bulan', 'Jarak jauh, 18 bulan', 'Đường dài, 18 tháng', 'วิ่งไกล 18 เดือน', '长续航，18 个月', 'مدى طويل، 18 شهرًا'),
  inAll('Six bays, one year', 'Enam slot, satu tahun', 'Enam petak, satu tahun', 'Sáu ngăn, một năm', 'หกช่อง หนึ่งปี', '六仓，一年', 'ست خانات، سنة واحدة'),
  inAll('Twelve bays, two years', 'Dua belas slot, dua tahun', 'Dua belas petak, dua tahun', 'Mười hai ngăn, hai năm', 'สิบสองช่อง สองปี', '十二仓，两年', 'اثنتا عشرة خانة، سنتان'),
  inAll('Solar, three years', 'Surya, tiga tahun', 'Suria, tiga tahun', 'Điện mặt trời, ba năm', 'โซลาร์ สามปี', '光伏，三年', 'شمسية، ثلاث سنوات'),

  inAll('Welcome voucher', 'Voucer selamat datang', 'Baucar selamat datang', 'Phiếu chào mừng', 'คูปองต้อนรับ', '新人优惠券', 'قسيمة ترحيب'),
  inAll('Five per cent off', 'Diskon lima persen', 'Diskaun lima peratus', 'Giảm năm phần trăm', 'ลดห้าเปอร์เซ็นต์', '九五折', 'خصم خمسة بالمئة'),

  inAll('All risk', 'Semua risiko', 'Semua risiko', 'Mọi rủi ro', 'คุ้มครองทุกความเสี่ยง', '一切险', 'شامل'),
  inAll('Third party', 'Pihak ketiga', 'Pihak ketiga', 'Bên thứ ba', 'บุคคลที่สาม', '第三者险', 'ضد الغير'),
]

/** By their English, which is what the rows hold: what the operator renames is said as it was named. */
export const terms = Object.fromEntries(words.map((it) => [it.en, it]))
